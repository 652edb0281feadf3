import { figuresText, measureAnchors } from '@assay/testing/specs/edit-corpus'
import type { Line } from '../lib/print-table.ts'

const SEED = 20_261
const ANCHORS = 25

/** Measures anchors of comments over randomly edited prose: how many are on the intended words. */
export function benchAnchors(documents: number): Line[] {
  return [
    { revisions: 3, edits: 3, silent: 0.0005, right: 0.98 },
    { revisions: 8, edits: 3, silent: 0.0005, right: 0.98 },
    { revisions: 8, edits: 10, silent: 0.0005, right: 0.9 },
  ].flatMap(({ revisions, edits, silent, right }) => {
    const figures = measureAnchors({ documents, anchors: ANCHORS, revisions, edits, seed: SEED })
    const name = `${revisions} revisions of ${edits} edits`
    console.info(figuresText(name, figures))
    const percent = (share: number) => 100 * share
    return [
      {
        what: `anchors, ${name}: wrong and unmarked`,
        value: percent(figures.silent / figures.placements),
        unit: '%',
        goal: `at most ${percent(silent)}%`,
      },
      {
        what: `anchors, ${name}: right of those with half their words left`,
        value: percent(figures.rightOfPlaceable / figures.placeable),
        unit: '%',
        goal: `at least ${percent(right)}%`,
      },
      {
        what: `anchors, ${name}: the same by a search of the quote`,
        value: percent(figures.quoteSearch.rightOfPlaceable / figures.placeable),
        unit: '%',
      },
      { what: `anchors, ${name}: placing one on the next revision`, value: figures.msPerAnchor, unit: 'ms' },
    ]
  })
}
