import { crawlLinks } from '@assay/testing/specs/crawl-links'
import { raceSteps } from '@assay/testing/specs/race-steps'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'

const SEED = 20_261
const CONTROL_STEPS = 600

/** Compares random review steps by random people, two at once, with a model of the results of both orders. */
export function benchSpecSteps(steps: number): Promise<Line[]> {
  return withTestPostgres(async () => {
    const races = await raceSteps({
      steps,
      seed: SEED,
      report: (done) => console.info(`${done} steps, none illegal so far`),
    })
    for (const failure of races.failures) console.error(failure)
    const control = await raceSteps({ steps: CONTROL_STEPS, seed: SEED, isLocked: false })
    return [
      { what: 'steps of reviews, two writers at once', value: races.steps, unit: 'steps' },
      { what: 'the same, done', value: races.done, unit: 'steps' },
      { what: 'the same, refused', value: races.refused, unit: 'steps' },
      { what: 'the same, illegal, lost or left behind', value: races.failures.length, unit: 'steps', goal: '0' },
      { what: 'control without the lock', value: control.failures.length, unit: 'steps', goal: 'more than 0' },
    ]
  })
}

/** Follows every link that a spec ever showed, after many edits and after the accounts of its authors are deleted. */
export function benchSpecLinks(edits: number): Promise<Line[]> {
  return withTestPostgres(async () => {
    const { links, broken } = await crawlLinks({ edits, seed: SEED })
    for (const one of broken) console.error(one)
    const what = `links of a spec after ${edits} edits`
    return [
      { what, value: links, unit: 'links' },
      { what: 'the same, not leading to what they meant', value: broken.length, unit: 'links', goal: '0' },
    ]
  })
}
