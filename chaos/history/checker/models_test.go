package main

import (
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"
)

// Each history is legal or not; every model has at least one of each, so that a model that allows everything fails.
var histories = []struct {
	name  string
	legal bool
	lines string
}{
	{"a run is read after it was stored", true, `
{"model":"run","key":"a","begin":1,"end":2,"input":{"kind":"put","text":"x"},"output":{"outcome":"stored"}}
{"model":"run","key":"a","begin":3,"end":4,"input":{"kind":"get"},"output":{"outcome":"found","text":"x"}}`},
	{"a stored run is lost", false, `
{"model":"run","key":"a","begin":1,"end":2,"input":{"kind":"put","text":"x"},"output":{"outcome":"stored"}}
{"model":"run","key":"a","begin":3,"end":4,"input":{"kind":"get"},"output":{"outcome":"none"}}`},
	{"a run is stored twice", false, `
{"model":"run","key":"a","begin":1,"end":2,"input":{"kind":"put","text":"x"},"output":{"outcome":"stored"}}
{"model":"run","key":"a","begin":3,"end":4,"input":{"kind":"put","text":"x"},"output":{"outcome":"stored"}}`},
	{"a run is read in part", false, `
{"model":"run","key":"a","begin":1,"end":2,"input":{"kind":"put","text":"x"},"output":{"outcome":"stored"}}
{"model":"run","key":"a","begin":3,"end":4,"input":{"kind":"get"},"output":{"outcome":"found","text":"partial"}}`},
	{"an upload without an answer may be stored later", true, `
{"model":"run","key":"a","begin":1,"end":2,"input":{"kind":"put","text":"x"},"output":null}
{"model":"run","key":"a","begin":3,"end":4,"input":{"kind":"get"},"output":{"outcome":"none"}}
{"model":"run","key":"a","begin":5,"end":6,"input":{"kind":"get"},"output":{"outcome":"found","text":"x"}}`},
	{"a token is refused once it is revoked", true, `
{"model":"token","key":"a","begin":1,"end":2,"input":{"kind":"create"},"output":{"outcome":"created"}}
{"model":"token","key":"a","begin":3,"end":6,"input":{"kind":"use"},"output":{"outcome":"accepted"}}
{"model":"token","key":"a","begin":4,"end":5,"input":{"kind":"revoke"},"output":{"outcome":"revoked"}}
{"model":"token","key":"a","begin":7,"end":8,"input":{"kind":"use"},"output":{"outcome":"refused"}}`},
	{"a revoked token is accepted", false, `
{"model":"token","key":"a","begin":1,"end":2,"input":{"kind":"create"},"output":{"outcome":"created"}}
{"model":"token","key":"a","begin":4,"end":5,"input":{"kind":"revoke"},"output":{"outcome":"revoked"}}
{"model":"token","key":"a","begin":7,"end":8,"input":{"kind":"use"},"output":{"outcome":"accepted"}}`},
	{"a share is read under its new name", true, `
{"model":"share","key":"a","begin":1,"end":2,"input":{"kind":"create","text":"x"},"output":{"outcome":"created"}}
{"model":"share","key":"a","begin":3,"end":4,"input":{"kind":"rename","text":"y"},"output":{"outcome":"renamed"}}
{"model":"share","key":"a","begin":5,"end":6,"input":{"kind":"read"},"output":{"outcome":"open","text":"y"}}`},
	{"a share is read under its old name", false, `
{"model":"share","key":"a","begin":1,"end":2,"input":{"kind":"create","text":"x"},"output":{"outcome":"created"}}
{"model":"share","key":"a","begin":3,"end":4,"input":{"kind":"rename","text":"y"},"output":{"outcome":"renamed"}}
{"model":"share","key":"a","begin":5,"end":6,"input":{"kind":"read"},"output":{"outcome":"open","text":"x"}}`},
	{"of two drafts written on one revision one is kept as a copy", true, `
{"model":"report","key":"a","begin":1,"end":2,"input":{"kind":"create","text":"x"},"output":{"outcome":"saved","revision":1}}
{"model":"report","key":"a","begin":3,"end":5,"input":{"kind":"save","base":1,"text":"y"},"output":{"outcome":"kept"}}
{"model":"report","key":"a","begin":3,"end":5,"input":{"kind":"save","base":1,"text":"z"},"output":{"outcome":"saved","revision":2}}`},
	{"of two drafts written on one revision both replace it", false, `
{"model":"report","key":"a","begin":1,"end":2,"input":{"kind":"create","text":"x"},"output":{"outcome":"saved","revision":1}}
{"model":"report","key":"a","begin":3,"end":5,"input":{"kind":"save","base":1,"text":"y"},"output":{"outcome":"saved","revision":2}}
{"model":"report","key":"a","begin":3,"end":5,"input":{"kind":"save","base":1,"text":"z"},"output":{"outcome":"saved","revision":3}}`},
	{"a comment that is sent again is stored once", true, `
{"model":"spec","key":"a","begin":1,"end":2,"input":{"kind":"comment","text":"x"},"output":null}
{"model":"spec","key":"a","begin":3,"end":4,"input":{"kind":"comment","text":"x"},"output":{"outcome":"stored"}}
{"model":"spec","key":"a","begin":5,"end":6,"input":{"kind":"read"},"output":{"outcome":"found","texts":["x"]}}`},
	{"a comment is stored twice", false, `
{"model":"spec","key":"a","begin":1,"end":2,"input":{"kind":"comment","text":"x"},"output":null}
{"model":"spec","key":"a","begin":3,"end":4,"input":{"kind":"comment","text":"x"},"output":{"outcome":"stored"}}
{"model":"spec","key":"a","begin":5,"end":6,"input":{"kind":"read"},"output":{"outcome":"found","texts":["x","x"]}}`},
}

func TestModels(t *testing.T) {
	for _, history := range histories {
		byModel, err := ReadHistory(strings.NewReader(strings.TrimSpace(history.lines)))
		if err != nil {
			t.Fatal(err)
		}
		for name, objects := range byModel {
			for _, operations := range objects {
				if porcupine.CheckOperations(models[name], operations) != history.legal {
					t.Errorf("%s: linearizable must be %v", history.name, history.legal)
				}
			}
		}
	}
}
