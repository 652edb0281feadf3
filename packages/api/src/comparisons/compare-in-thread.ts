import { setImmediate } from 'node:timers/promises'
import type { Sides } from '@assay/domain/compare/cells/side-by-side'
import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { ExplainedCell } from '@assay/domain/compare/explain/explain-cells'
import { tabulateFloors } from '@assay/domain/compare/noise/floor-table'
import type { PointSet } from '@assay/domain/compare/point'
import type { Gate } from '@assay/domain/findings/gate/gate'
import { type Matched, matchSides } from '@assay/domain/findings/gate/match-sides'
import { matchedOf } from '@assay/domain/findings/gate/portable-match'
import type { JudgedChange } from '@assay/domain/findings/pair-verdicts'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type GateInput, judgeGate } from '../gates/gate-task.ts'
import { WorkRefused } from '../http/fault.ts'
import type { TaskInput, TaskOutput } from '../worker-pool/worker-pool.ts'
import {
  type ComparedGrid,
  compareSet,
  type ExportRequest,
  explainSet,
  exportSet,
  judgePairsOf,
  type PairsInput,
  type PortablePoints,
} from './compare-task.ts'
import { MANY_RESULTS } from './large-comparisons.ts'

// Comparisons of many results run in a worker thread, so that the event loop serves other requests meanwhile; those of
// few run here, because sending them would take longer than comparing them. Each throws WorkRefused over its limits.

type ComparisonTask = 'compare' | 'export-comparison' | 'explain-comparison' | 'judge-gate' | 'judge-pairs'
type Access = Pick<ProjectAccess, 'project' | 'workers'>

export const compareInThread = (access: Access, set: PointSet, comparison: Comparison): Promise<ComparedGrid> =>
  inThread(access, set, comparison, 'compare', {
    here: () => compareSet(set, comparison),
    inputOf: (points) => ({ ...points, comparison }),
  })

/** @returns null for a comparison without values. */
export const exportInThread = (
  access: Access,
  set: PointSet,
  comparison: Comparison,
  request: ExportRequest,
): Promise<string | null> =>
  inThread(access, set, comparison, 'export-comparison', {
    here: () => exportSet(set, comparison, request),
    inputOf: (points) => ({ ...points, comparison, request }),
  })

export const explainInThread = (access: Access, set: PointSet, comparison: Comparison): Promise<ExplainedCell[]> =>
  inThread(access, set, comparison, 'explain-comparison', {
    here: () => explainSet(set, comparison),
    inputOf: (points) => ({ ...points, comparison }),
  })

export const judgeInThread = (access: Access, set: PointSet, comparison: Comparison, gate: GateInput): Promise<Gate> =>
  inThread(access, set, comparison, 'judge-gate', {
    here: () => judgeGate(set, comparison, gate),
    inputOf: (points) => ({ ...points, comparison, gate }),
  })

/** Judges pairs of versions within one environment. */
export const judgePairsInThread = (access: Access, set: PointSet, asked: PairsInput): Promise<JudgedChange[]> =>
  inThread(access, set, DEFAULT_COMPARISON, 'judge-pairs', {
    here: () => judgePairsOf(set, asked),
    inputOf: (points) => ({ ...points, asked }),
  })

/** Matches the results of both sides of a gate. */
export async function matchInThread({ project, workers }: Access, { base, candidate }: Sides): Promise<Matched> {
  const sides = { base, candidate }
  if (workers === undefined || base.length + candidate.length < MANY_RESULTS) return matchSides(sides)
  const done = await workers.run('match-gate', sides, { key: project.id })
  if (!done.ok) throw new WorkRefused(done.error)
  return matchedOf(sides, done.value)
}

async function inThread<N extends ComparisonTask>(
  { project, workers }: Access,
  { floors, ...portable }: PointSet,
  comparison: Comparison,
  name: N,
  { here, inputOf }: { here: () => TaskOutput<N>; inputOf: (points: PortablePoints) => TaskInput<N> },
): Promise<TaskOutput<N>> {
  if (workers === undefined || portable.points.length < MANY_RESULTS) return here()
  const table =
    floors === undefined ? null : await tabulateFloors({ ...portable, floors }, comparison, () => setImmediate())
  const done = await workers.run(name, inputOf({ portable, floors: table }), { key: project.id })
  if (!done.ok) throw new WorkRefused(done.error)
  return done.value
}
