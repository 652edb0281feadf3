// Checks a recorded history for linearizability: whether each object behaved as if operations had happened one after
// the other, each between its request and its response.
//
// go run . HISTORY.ndjson [-seconds 60] [-show DIRECTORY]
//
// Prints one line of JSON for each model: how many objects and operations were checked, which objects are not
// linearizable, and which could not be decided in time. Exit code: 0 when all are linearizable, 1 when not, 2 on bad
// input.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/anishathalye/porcupine"
)

// Verdict of all objects of one model.
type Verdict struct {
	Model      string   `json:"model"`
	Objects    int      `json:"objects"`
	Operations int      `json:"operations"`
	Unknown    int      `json:"unknown"`
	Illegal    []string `json:"illegal"`
	Undecided  []string `json:"undecided"`
}

func main() {
	seconds := flag.Int("seconds", 60, "longest time for one object")
	show := flag.String("show", "", "directory for a picture of each object that is not linearizable")
	flag.Parse()
	if flag.NArg() != 1 {
		fail("name one file with a history")
	}
	file, err := os.Open(flag.Arg(0))
	if err != nil {
		fail(err.Error())
	}
	defer file.Close()
	byModel, err := ReadHistory(file)
	if err != nil {
		fail(err.Error())
	}
	allLegal := true
	for _, name := range sortedKeys(byModel) {
		verdict := check(name, byModel[name], time.Duration(*seconds)*time.Second, *show)
		allLegal = allLegal && len(verdict.Illegal)+len(verdict.Undecided) == 0
		line, _ := json.Marshal(verdict)
		fmt.Println(string(line))
	}
	if !allLegal {
		os.Exit(1)
	}
}

func check(name string, objects map[string][]porcupine.Operation, longest time.Duration, show string) Verdict {
	verdict := Verdict{Model: name, Objects: len(objects), Illegal: []string{}, Undecided: []string{}}
	for _, key := range sortedKeys(objects) {
		operations := objects[key]
		verdict.Operations += len(operations)
		for _, operation := range operations {
			if operation.Output.(*Output) == nil {
				verdict.Unknown++
			}
		}
		result, info := porcupine.CheckOperationsVerbose(models[name], operations, longest)
		switch result {
		case porcupine.Illegal:
			verdict.Illegal = append(verdict.Illegal, key)
			if show != "" {
				_ = porcupine.VisualizePath(models[name], info, filepath.Join(show, name+"-"+key+".html"))
			}
		case porcupine.Unknown:
			verdict.Undecided = append(verdict.Undecided, key)
		}
	}
	return verdict
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
