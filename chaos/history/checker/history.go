package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/anishathalye/porcupine"
)

// Operation is one line of a history: a request of a client and its response.
type Operation struct {
	// Model names the object: run, token, share, report or spec.
	Model string `json:"model"`
	// Key names one object. Objects are independent of each other.
	Key    string `json:"key"`
	Client int    `json:"client"`
	// Begin and End are nanoseconds of one monotonic clock. End is null without a response.
	Begin int64  `json:"begin"`
	End   *int64 `json:"end"`
	Input Input  `json:"input"`
	// Output is null when the outcome is unknown: it may have happened, at any time after Begin, or never.
	Output *Output `json:"output"`
}

// Input is the request. The kind decides which fields are used.
type Input struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Base is the revision that a text is based on.
	Base int `json:"base"`
}

// Output is the response.
type Output struct {
	Outcome  string   `json:"outcome"`
	Text     string   `json:"text"`
	Revision int      `json:"revision"`
	Texts    []string `json:"texts"`
}

var reads = map[string]bool{"get": true, "use": true, "read": true}

// ReadHistory reads newline-delimited JSON and groups it by object, as histories that Porcupine checks. An operation
// without a response ends after everything else, so that it may take effect at any later time.
func ReadHistory(from io.Reader) (map[string]map[string][]porcupine.Operation, error) {
	byModel := map[string]map[string][]porcupine.Operation{}
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 1<<20), 1<<26)
	for number := 1; lines.Scan(); number++ {
		var operation Operation
		if err := json.Unmarshal(lines.Bytes(), &operation); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if _, known := models[operation.Model]; !known {
			return nil, fmt.Errorf("line %d: there is no model %q", number, operation.Model)
		}
		if operation.Output == nil && reads[operation.Input.Kind] {
			continue // A read without a response carries no information.
		}
		if byModel[operation.Model] == nil {
			byModel[operation.Model] = map[string][]porcupine.Operation{}
		}
		end := int64(1) << 62
		if operation.End != nil && operation.Output != nil {
			end = *operation.End
		}
		byModel[operation.Model][operation.Key] = append(byModel[operation.Model][operation.Key], porcupine.Operation{
			ClientId: operation.Client,
			Input:    operation.Input,
			Call:     operation.Begin,
			Output:   operation.Output,
			Return:   end,
		})
	}
	for key, operations := range byModel["spec"] {
		byModel["spec"][key] = withoutUnseen(operations)
	}
	return byModel, lines.Err()
}

// withoutUnseen leaves out comments without a response that no read ever returned. Reads list every comment, so such a
// comment can only have been stored after the last read, or never: it changes no verdict, and the search is much
// shorter.
func withoutUnseen(operations []porcupine.Operation) []porcupine.Operation {
	seen := map[string]bool{}
	for _, operation := range operations {
		if output := operation.Output.(*Output); output != nil {
			seen[operation.Input.(Input).Text] = true
			for _, text := range output.Texts {
				seen[text] = true
			}
		}
	}
	return slices.DeleteFunc(operations, func(operation porcupine.Operation) bool {
		return operation.Output.(*Output) == nil && !seen[operation.Input.(Input).Text]
	})
}

func sortedKeys[V any](of map[string]V) []string {
	keys := make([]string, 0, len(of))
	for key := range of {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
