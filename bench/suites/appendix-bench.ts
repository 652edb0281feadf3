import { checkRenderings, RENDERINGS, type Rendering, withQuotes } from '@assay/testing/specs/appendix-renderings'
import { play, steps } from '@assay/testing/specs/random-history'
import fc from 'fast-check'
import type { Line } from '../lib/print-table.ts'

const SEED = 20_261
const STEPS = 120
const BATCH = 250

/**
 * A PDF takes three times as long as all others, so these come last; each rendering is compared with the plain text.
 */
const PASSES: readonly (readonly Rendering[])[] = [
  RENDERINGS.filter((rendering) => rendering !== 'pdf'),
  ['text', 'pdf'],
]

/** Compares the appendices of random histories in every rendering with the spec. */
export async function benchAppendix(histories: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const renderings of PASSES) lines.push(...(await searchIn(renderings, histories)))
  return lines
}

async function searchIn(renderings: readonly Rendering[], histories: number): Promise<Line[]> {
  const names = renderings.join(', ')
  let [done, items, facts, problems] = [0, 0, 0, 0]
  for (let seed = SEED; done < histories; seed++) {
    const batch = fc.sample(steps(STEPS), { numRuns: Math.min(histories - done, BATCH), seed })
    for (const history of batch) {
      const checked = await checkRenderings(withQuotes(play(history).spec), renderings)
      items += checked.items
      facts += checked.facts
      problems += checked.problems.length
      for (const problem of checked.problems.slice(0, 3)) console.info(problem)
    }
    done += batch.length
    console.info(`${names}: ${done} histories, ${items} points and answers, ${problems} problems`)
  }
  return [
    { what: `appendix, ${histories} histories as ${names}: points and answers`, value: items, unit: '' },
    { what: 'the same: facts looked for in each', value: facts, unit: '' },
    { what: 'the same: missing or different', value: problems, unit: '', goal: '0' },
  ]
}
