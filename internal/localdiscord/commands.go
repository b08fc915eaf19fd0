package localdiscord

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// commandSet is the commands of the application, which are global.
type commandSet struct {
	list    []Command
	creates int
	day     time.Time // when creates began to be counted
}

// Commands returns all registered commands.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Command{}, s.commands.list...)
}

// command returns the command called name, or nil. The caller holds the lock.
func (s *Server) command(name string) *Command {
	if i := s.commands.index(name); i >= 0 {
		return new(s.commands.list[i])
	}
	return nil
}

// scope returns the commands that the path speaks of: a guild has none of its own. The caller
// holds the lock.
func (s *Server) scope(c *call) (*commandSet, *apiError) {
	switch guild := c.r.PathValue("guild"); {
	case c.id("app") != s.world.app.ID:
		return nil, errUnknownApplication
	case guild == "":
		return &s.commands, nil
	case guild != s.world.guild.String():
		return nil, errMissingAccess
	}
	return new(commandSet), nil
}

// listCommands lists the texts by locale only where the request asks for them.
func (s *Server) listCommands(c *call, set *commandSet) (any, *apiError) {
	asked, _ := strconv.ParseBool(c.r.URL.Query().Get("with_localizations"))
	list := []any{}
	for _, command := range set.list {
		var fields map[string]any
		json.Unmarshal(marshal(command), &fields) // what was made of a struct
		if asked {
			for _, texts := range localizations {
				if _, there := fields[texts]; !there {
					fields[texts] = nil
				}
			}
		} else {
			withoutLocalizations(fields)
		}
		list = append(list, fields)
	}
	return list, nil
}

// localizations are the fields with texts by locale.
var localizations = []string{"name_localizations", "description_localizations"}

// withoutLocalizations takes the texts by locale out of a command or a part of one.
func withoutLocalizations(of any) {
	switch of := of.(type) {
	case []any:
		for _, item := range of {
			withoutLocalizations(item)
		}
	case map[string]any:
		for _, texts := range localizations {
			delete(of, texts)
		}
		for _, field := range of {
			withoutLocalizations(field)
		}
	}
}

func (s *Server) overwriteCommands(c *call, set *commandSet) (any, *apiError) {
	list, err := readCommands(c.body)
	if err != nil {
		return nil, err
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

// adopt gives command the id of the one that it replaces, or a new one.
func (s *Server) adopt(set *commandSet, command *Command) *apiError {
	command.ApplicationID = s.world.app.ID
	if i := set.index(command.Name); i >= 0 {
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
		return errTooManyCreates
	}
	set.creates++
	command.ID, command.Version = s.nextID(), s.nextID()
	return nil
}

// index is the position of the command called name, or -1.
func (set *commandSet) index(name string) int {
	return slices.IndexFunc(set.list, func(c Command) bool { return c.Name == name })
}
