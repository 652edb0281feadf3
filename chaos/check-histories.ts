import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@assay/testing/seeded-random'
import { checkHistory, type Verdict } from './history/check-history.ts'
import { CONTROLS, type Control, type History, recordHistory } from './history/record-history.ts'

/** Operations that a control needs to show its fault: concurrency for two of them, a killed Postgres for the third. */
const CONTROL_OPERATIONS = 600
const CONTROL_KILLS: Record<Control, number> = { 'no-transaction': 0, 'stale-cache': 0, 'asynchronous-commit': 6 }

/**
 * Records operations of clients while processes are killed and connections, clocks and disks fail, and checks the
 * history of each object for linearizability. Then the product is broken on purpose in three ways, each of which the
 * checker must detect. Needs Go, and root for a disk that can be filled.
 *
 * @returns how many objects were not linearizable or undecided, and how many controls were not detected.
 */
export async function checkHistories({
  count,
  kills,
  everyMs,
  seed,
  onProgress,
}: {
  count: number
  kills: number
  everyMs: number
  seed: number
  onProgress: (line: string) => void
}): Promise<{ notLinearizable: number; undecided: number; controlsMissed: number }> {
  const random = seededRandom(seed)
  const show = mkdtempSync(join(tmpdir(), 'assay-histories-'))
  onProgress(`histories and pictures of what is wrong are in ${show}`)
  const check = (name: string, history: History): Verdict[] => {
    const folder = join(show, name)
    mkdirSync(folder)
    const verdicts = checkHistory(history.operations, folder)
    report(name, history, verdicts, onProgress)
    return verdicts
  }
  const verdicts = check('product', await recordHistory({ count, kills, everyMs, random, onProgress }))
  let controlsMissed = 0
  for (const control of CONTROLS) {
    const broken = { count: CONTROL_OPERATIONS, kills: CONTROL_KILLS[control], everyMs: 200, random, control }
    if (wrongOf(check(control, await recordHistory(broken))) === 0) controlsMissed += 1
  }
  return {
    notLinearizable: wrongOf(verdicts),
    undecided: verdicts.reduce((sum, { undecided }) => sum + undecided.length, 0),
    controlsMissed,
  }
}

const wrongOf = (verdicts: readonly Verdict[]): number => verdicts.reduce((sum, { illegal }) => sum + illegal.length, 0)

function report(name: string, history: History, verdicts: readonly Verdict[], onProgress: (line: string) => void) {
  const { operations, kills, seconds, faults } = history
  const caused = Object.entries(faults).map(([fault, count]) => `${fault} ${count}`)
  onProgress(
    `${name}: ${operations.length} operations, ${kills} kills, ${seconds.toFixed(0)} s; ${caused.join(', ') || 'no faults'}`,
  )
  for (const { model, objects, operations: checked, unknown, illegal, undecided } of verdicts) {
    onProgress(
      `  ${model.padEnd(7)} ${objects} objects, ${checked} operations, ${unknown} without an answer, ${illegal.length} not linearizable, ${undecided.length} undecided`,
    )
  }
}
