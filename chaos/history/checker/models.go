package main

import (
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// Each model defines the possible responses of one object when operations happen one after the other, each at once. A
// nil output is an unknown outcome: every effect that the operation can have is allowed.
var models = map[string]porcupine.Model{
	"run":    model(absent, stepRun),
	"token":  model(absent, stepToken),
	"share":  model(absent, stepShare),
	"report": model(absent, stepReport),
	"spec":   model(absent, stepSpec),
}

const absent = ""

// The state of every model is one string, so that equal states are found quickly.
func model(initial string, step func(state string, input Input, output *Output) (bool, string)) porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return initial },
		Step: func(state, input, output interface{}) (bool, interface{}) {
			legal, next := step(state.(string), input.(Input), output.(*Output))
			return legal, next
		},
		Equal: func(a, b interface{}) bool { return a == b },
		DescribeOperation: func(input, output interface{}) string {
			return describe(input.(Input), output.(*Output))
		},
		DescribeState: func(state interface{}) string { return state.(string) },
	}
}

// A run never changes: its content is the first that is stored under its id.
func stepRun(state string, input Input, output *Output) (bool, string) {
	switch input.Kind {
	case "put":
		expected, next := "stored", input.Text
		if state == input.Text {
			expected, next = "same", state
		} else if state != absent {
			expected, next = "differs", state
		}
		return output == nil || output.Outcome == expected, next
	case "get":
		if output == nil {
			return true, state
		}
		if state == absent {
			return output.Outcome == "none", state
		}
		return output.Outcome == "found" && output.Text == state, state
	}
	return false, state
}

// A token is accepted from its creation to its revocation, and never after it.
func stepToken(state string, input Input, output *Output) (bool, string) {
	switch input.Kind {
	case "create":
		return state == absent && (output == nil || output.Outcome == "created"), "active"
	case "use":
		if output == nil {
			return true, state
		}
		return (output.Outcome == "accepted") == (state == "active"), state
	case "revoke":
		if state == absent {
			return output == nil || output.Outcome == "none", state
		}
		// Revoking it again changes nothing and is not an error.
		return output == nil || output.Outcome == "revoked", "revoked"
	}
	return false, state
}

// A share has a name that changes, and is found until it is revoked. State: the name, or "revoked".
func stepShare(state string, input Input, output *Output) (bool, string) {
	const revoked = "\x00revoked"
	isOpen := state != absent && state != revoked
	switch input.Kind {
	case "create":
		return state == absent && (output == nil || output.Outcome == "created"), input.Text
	case "rename":
		if isOpen {
			return output == nil || output.Outcome == "renamed", input.Text
		}
		return output == nil || output.Outcome == "none", state
	case "revoke":
		if isOpen {
			return output == nil || output.Outcome == "revoked", revoked
		}
		return output == nil || output.Outcome == "none", state
	case "read":
		if output == nil {
			return true, state
		}
		if isOpen {
			return output.Outcome == "open" && output.Text == state, state
		}
		return output.Outcome == "revoked" && state == revoked, state
	}
	return false, state
}

// A draft is replaced only by a text that is based on it. State: its revision and its text.
func stepReport(state string, input Input, output *Output) (bool, string) {
	revision, text := splitRevision(state)
	switch input.Kind {
	case "create":
		if state == absent {
			return output == nil || (output.Outcome == "saved" && output.Revision == 1), joinRevision(1, input.Text)
		}
		return output == nil || output.Outcome == "exists", state
	case "save":
		if state != absent && input.Text == text {
			// The request was sent again after its response was lost.
			return output == nil || (output.Outcome == "saved" && output.Revision == revision), state
		}
		if state != absent && input.Base == revision {
			next := revision + 1
			return output == nil || (output.Outcome == "saved" && output.Revision == next), joinRevision(next, input.Text)
		}
		if state == absent {
			return output == nil || output.Outcome == "none", state
		}
		return output == nil || output.Outcome == "kept", state
	case "read":
		if output == nil {
			return true, state
		}
		if state == absent {
			return output.Outcome == "none", state
		}
		return output.Outcome == "found" && output.Revision == revision && output.Text == text, state
	}
	return false, state
}

// Comments of a spec are a list that only grows. A comment that is sent again with its key is stored once.
func stepSpec(state string, input Input, output *Output) (bool, string) {
	const separator = "\x00"
	var texts []string
	if state != absent {
		texts = strings.Split(strings.TrimSuffix(state, separator), separator)
	}
	switch input.Kind {
	case "comment":
		next := state
		if !slices.Contains(texts, input.Text) {
			next = state + input.Text + separator
		}
		return output == nil || output.Outcome == "stored", next
	case "read":
		return output == nil || (output.Outcome == "found" && slices.Equal(output.Texts, texts)), state
	}
	return false, state
}
