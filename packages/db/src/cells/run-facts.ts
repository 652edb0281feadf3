import type { Point } from '@assay/domain/compare/point'
import { testbedFacts } from '@assay/domain/run/testbed-facts'
import type { RunEntry } from '../catalogue/catalogue.ts'

type Facts = NonNullable<Point['facts']>

/** What was so during a run and is no dimension; runs that agree share one object. Null when nothing is known. */
export function runFacts(): (run: RunEntry) => Facts | null {
  const byRun = new Map<RunEntry, Facts | null>()
  const byText = new Map<string, Facts | null>()
  return (run) => {
    const known = byRun.get(run)
    if (known !== undefined) return known
    // What was so during the run comes before what is usual for the machine.
    const { governor, kernel = run.hardware.kernel, smt = run.hardware.smt } = run.testbed ?? {}
    const text = JSON.stringify([governor, kernel, smt])
    const facts = byText.get(text) ?? asFacts(testbedFacts({ governor, kernel, smt }))
    byText.set(text, facts)
    byRun.set(run, facts)
    return facts
  }
}

const asFacts = (facts: Facts): Facts | null => (Object.keys(facts).length === 0 ? null : facts)
