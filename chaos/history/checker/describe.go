package main

import (
	"fmt"
	"strconv"
	"strings"
)

func joinRevision(revision int, text string) string { return strconv.Itoa(revision) + " " + text }

func splitRevision(state string) (int, string) {
	number, text, _ := strings.Cut(state, " ")
	revision, _ := strconv.Atoi(number)
	return revision, text
}

func describe(input Input, output *Output) string {
	asked := strings.TrimSpace(fmt.Sprintf("%s %s", input.Kind, input.Text))
	if input.Base > 0 {
		asked += fmt.Sprintf(" on %d", input.Base)
	}
	if output == nil {
		return asked + " -> unknown"
	}
	answered := strings.TrimSpace(fmt.Sprintf("%s %s %s", output.Outcome, output.Text, strings.Join(output.Texts, ", ")))
	if output.Revision > 0 {
		answered += fmt.Sprintf(" (%d)", output.Revision)
	}
	return asked + " -> " + answered
}
