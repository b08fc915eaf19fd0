package localdiscord

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// commandSet is the commands of one scope: a guild, or everywhere.
type commandSet struct {
	guild   ID // zero for everywhere
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

// command returns the command called name, or nil; that of the guild comes before
// the global one. The caller holds the lock.
func (s *Server) command(name string) *Command {
	for _, c := range slices.Backward(s.slashCommands()) {
		if c.Name == name {
			return &c
		}
	}
	return nil
}

// scope returns the commands that the path speaks of. The caller holds the lock.
func (s *Server) scope(c *call) (*commandSet, *apiError) {
	if c.id("app") != s.world.app.ID {
		return nil, notFound(codeUnknownApplication, "Application")
	}
	guild := c.id("guild")
	if c.r.PathValue("guild") != "" && guild != s.world.guild {
		return nil, refuse(http.StatusForbidden, codeMissingAccess, "Missing Access")
	}
	if s.commands[guild] == nil {
		s.commands[guild] = &commandSet{guild: guild}
	}
	return s.commands[guild], nil
}

// listCommands lists the texts by locale only where the request asks for them.
func (s *Server) listCommands(c *call, set *commandSet) (any, *apiError) {
	list := append([]Command{}, set.list...)
	if asked, _ := strconv.ParseBool(c.r.URL.Query().Get("with_localizations")); !asked {
		for i := range list {
			list[i].Names, list[i].Descriptions = nil, nil
			list[i].Options = withoutLocalizations(list[i].Options)
		}
		return list, nil
	}
	null := json.RawMessage("null")
	for i := range list {
		c := &list[i]
		if c.Names == nil {
			c.Names = null
		}
		if c.Descriptions == nil {
			c.Descriptions = null
		}
	}
	return list, nil
}

func withoutLocalizations(options []CommandOption) []CommandOption {
	options = slices.Clone(options)
	for i := range options {
		o := &options[i]
		o.Names, o.Descriptions = nil, nil
		o.Options, o.Choices = withoutLocalizations(o.Options), slices.Clone(o.Choices)
		for j := range o.Choices {
			o.Choices[j].Names = nil
		}
	}
	return options
}

func (s *Server) overwriteCommands(c *call, set *commandSet) (any, *apiError) {
	list, err := readCommands(c.body)
	if err != nil {
		return nil, err
	}
	has := slices.ContainsFunc(list, Command.isEntryPoint)
	switch {
	case !has && slices.ContainsFunc(set.list, Command.isEntryPoint):
		return nil, errEntryPointLeftOut
	case has && set.guild != 0:
		return nil, errEntryPointInGuild
	}
	for i := range list {
		if err := s.adopt(set, &list[i]); err != nil {
			return nil, err
		}
	}
	set.list = list
	s.worldChanged()
	return list, nil
}

func (c Command) isEntryPoint() bool { return c.Type == commandEntryPoint }

var (
	errEntryPointLeftOut = refuse(http.StatusBadRequest, codeEntryPointLeftOut,
		"You cannot remove this app's Entry Point command in a bulk update operation. "+
			"Please include the Entry Point command in your update request "+
			"or delete it separately.")
	errEntryPointInGuild = refuse(http.StatusBadRequest, codeInvalidForm,
		"An Entry Point command is global.")
)

// adopt gives command the id of the one that it replaces, or a new one.
func (s *Server) adopt(set *commandSet, command *Command) *apiError {
	command.ApplicationID, command.GuildID = s.world.app.ID, set.guild
	if i := set.index(*command); i >= 0 {
		old := set.list[i]
		command.ID, command.Version = old.ID, old.Version
		if !bytes.Equal(marshal(old), marshal(command)) {
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
	command.ID, command.Version = s.nextID(), s.nextID()
	return nil
}

// index is the position of the command that c replaces, or -1.
func (set *commandSet) index(c Command) int {
	return slices.IndexFunc(set.list, func(old Command) bool {
		return old.Name == c.Name && old.Type == c.Type
	})
}

func (s *Server) createCommand(c *call, set *commandSet) (any, *apiError) {
	command, err := readCommand(c.body)
	if err != nil {
		return nil, err
	}
	i := set.index(command)
	switch {
	case set.guild != 0 && command.isEntryPoint():
		return nil, errEntryPointInGuild
	case i < 0 && len(set.list) >= maxCommands:
		return nil, errTooManyCommands
	}
	if err := s.adopt(set, &command); err != nil {
		return nil, err
	}
	defer s.worldChanged()
	if i < 0 {
		set.list = append(slices.Clone(set.list), command)
		return created{command}, nil
	}
	set.list = slices.Clone(set.list)
	set.list[i] = command
	return command, nil
}

func (s *Server) deleteCommand(c *call, set *commandSet) (any, *apiError) {
	i := slices.IndexFunc(set.list, func(x Command) bool { return x.ID == c.id("command") })
	if i < 0 {
		return nil, notFound(codeUnknownCommand, "application command")
	}
	set.list = slices.Delete(slices.Clone(set.list), i, i+1)
	s.worldChanged()
	return nil, nil
}
