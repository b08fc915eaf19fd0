package localdiscord

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// commandSet is the commands of one scope: a guild, or everywhere.
type commandSet struct {
	list    []Command
	creates int
	day     time.Time // when creates began to be counted
}

// Commands returns all registered commands, the global ones first.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.allCommands()
}

// allCommands is Commands under the lock.
func (s *Server) allCommands() []Command {
	all := []Command{}
	for _, scope := range []ID{0, s.world.guild} {
		if set := s.commands[scope]; set != nil {
			all = append(all, set.list...)
		}
	}
	return all
}

// slashCommands are those that people type. The caller holds the lock.
func (s *Server) slashCommands() []Command {
	return slices.DeleteFunc(s.allCommands(),
		func(c Command) bool { return c.Type != commandSlash })
}

// command returns the command called name; that of the guild goes before the
// global one. The caller holds the lock.
func (s *Server) command(name string) *Command {
	for _, scope := range []ID{s.world.guild, 0} {
		if set := s.commands[scope]; set != nil {
			if i := set.index(name, commandSlash); i >= 0 {
				return &set.list[i]
			}
		}
	}
	return nil
}

// scope returns the commands that the path speaks of. The caller holds the lock.
func (s *Server) scope(c *call) (*commandSet, ID, *apiError) {
	if c.id("app") != s.world.app.ID {
		return nil, 0, notFound(codeUnknownApplication, "Application")
	}
	guild := c.id("guild")
	if c.r.PathValue("guild") != "" && guild != s.world.guild {
		return nil, 0, refuse(http.StatusForbidden, codeMissingAccess, "Missing Access")
	}
	if s.commands[guild] == nil {
		s.commands[guild] = &commandSet{}
	}
	return s.commands[guild], guild, nil
}

func (s *Server) listCommands(c *call) (any, *apiError) {
	set, _, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	return append([]Command{}, set.list...), nil
}

func (s *Server) overwriteCommands(c *call) (any, *apiError) {
	list, err := readCommands(c.body)
	if err != nil {
		return nil, err
	}
	set, guild, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	entry := func(c Command) bool { return c.Type == commandEntryPoint }
	switch {
	case slices.ContainsFunc(set.list, entry) && !slices.ContainsFunc(list, entry):
		return nil, errEntryPointLeftOut
	case guild != 0 && slices.ContainsFunc(list, entry):
		return nil, errEntryPointInGuild
	}
	next := make([]Command, 0, len(list))
	for _, command := range list {
		if err := s.adopt(set, &command, guild); err != nil {
			return nil, err
		}
		next = append(next, command)
	}
	set.list = next
	s.worldChanged()
	return next, nil
}

var (
	errEntryPointLeftOut = refuse(http.StatusBadRequest, codeEntryPointLeftOut,
		"You cannot remove this app's Entry Point command in a bulk update operation. "+
			"Please include the Entry Point command in your update request "+
			"or delete it separately.")
	errEntryPointInGuild = refuse(http.StatusBadRequest, codeInvalidForm,
		"An Entry Point command is global.")
)

// adopt gives command the id of the one that it replaces, or a new one.
func (s *Server) adopt(set *commandSet, command *Command, guild ID) *apiError {
	command.ApplicationID, command.GuildID = s.world.app.ID, guild
	i := set.index(command.Name, command.Type)
	if i >= 0 {
		old := set.list[i]
		command.ID, command.Version = old.ID, old.Version
		if !same(old, *command) {
			command.Version = s.nextID()
		}
		return nil
	}
	if now := time.Now(); now.Sub(set.day) > 24*time.Hour {
		set.day, set.creates = now, 0
	}
	if set.creates >= maxCreates {
		return refuse(http.StatusBadRequest, codeTooManyCreates,
			"Max number of daily application command creates has been reached (200)")
	}
	set.creates++
	command.ID = s.nextID()
	command.Version = s.nextID()
	return nil
}

func (set *commandSet) index(name string, kind int) int {
	return slices.IndexFunc(set.list, func(c Command) bool {
		return c.Name == name && c.Type == kind
	})
}

func same(a, b Command) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

func (s *Server) createCommand(c *call) (any, *apiError) {
	command, err := readCommand(c.body)
	if err != nil {
		return nil, err
	}
	set, guild, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	if guild != 0 && command.Type == commandEntryPoint {
		return nil, errEntryPointInGuild
	}
	i := set.index(command.Name, command.Type)
	if i < 0 && len(set.list) >= maxCommands {
		return nil, errTooManyCommands
	}
	if err := s.adopt(set, &command, guild); err != nil {
		return nil, err
	}
	list := slices.Clone(set.list)
	var answer any = command
	if i >= 0 {
		list[i] = command
	} else {
		list = append(list, command)
		answer = created{command}
	}
	set.list = list
	s.worldChanged()
	return answer, nil
}

func (s *Server) getCommand(c *call) (any, *apiError) {
	set, _, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	for _, command := range set.list {
		if command.ID == c.id("command") {
			return command, nil
		}
	}
	return nil, notFound(codeUnknownCommand, "application command")
}

func (s *Server) deleteCommand(c *call) (any, *apiError) {
	set, _, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(set.list, func(x Command) bool { return x.ID == c.id("command") })
	if i < 0 {
		return nil, notFound(codeUnknownCommand, "application command")
	}
	set.list = slices.Delete(slices.Clone(set.list), i, i+1)
	s.worldChanged()
	return nil, nil
}
