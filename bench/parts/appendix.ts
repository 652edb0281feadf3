import { checkRenderings, withQuotes } from '@assay/api/specs/testing/appendix-renderings'
import { play, steps } from '@assay/domain/spec/testing/random-history'
import fc from 'fast-check'
import type { Line } from '../lib/print-table.ts'

const SEED = 20_261
const STEPS = 120

/** Appendices of random histories, read out of every rendering and held against the spec. */
export async function benchAppendix(histories: number): Promise<Line[]> {
  let [items, facts, problems] = [0, 0, 0]
  let done = 0
  for (let seed = SEED; done < histories; seed++) {
    const batch = fc.sample(steps(STEPS), { numRuns: Math.min(histories - done, 500), seed })
    for (const history of batch) {
      const checked = await checkRenderings(withQuotes(play(history).spec))
      items += checked.items
      facts += checked.facts
      problems += checked.problems.length
      for (const problem of checked.problems.slice(0, 3)) console.info(problem)
      if (++done % 500 === 0) console.info(`${done} histories, ${items} points and answers, ${problems} problems`)
    }
  }
  return [
    { what: `appendix, ${histories} histories: points and answers in six renderings`, value: items, unit: '' },
    { what: 'appendix: facts looked for in each', value: facts, unit: '' },
    { what: 'appendix: missing or told otherwise', value: problems, unit: '', goal: '0' },
  ]
}
