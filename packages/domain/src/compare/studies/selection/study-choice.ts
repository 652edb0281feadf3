import type { PointSet } from '../../point.ts'
import { joinList } from '../../render/list-text.ts'
import type { Study, StudyKind, Varying } from '../../study.ts'
import type { StudyEnvironment } from './study-environment.ts'

/** Selectable properties of a study, in the order of its pickers: each list depends on the choices before it. */
export const PICKED = ['parameter', 'product', 'hardware', 'workload', 'version', 'clients'] as const
export type Picked = (typeof PICKED)[number]
export type PickedValues = Readonly<Partial<Record<Picked, string>>>

/** One study of a kind, and the values under which its pickers list it. */
export type StudyChoice = {
  values: PickedValues
  /** Number of results, which orders the choices and is shown with them. */
  results: number
  study: Study
}

/** The results from which studies are offered. */
export type StudySource = {
  environments: readonly StudyEnvironment[]
  varying: readonly Varying[]
  /** Results with a profile. */
  profiled: PointSet | null
}

/** Studies that have pickers. Those of versions and products are tables with a form of their own. */
export const PICKED_STUDIES = [
  'steps',
  'scale-up',
  'sweep',
  'compilers',
  'configs',
  'hardware',
  'repeats',
  'efficiency',
  'quality-of-service',
  'profiles',
  'io-efficiency',
] as const satisfies readonly StudyKind[]
export type PickedStudy = (typeof PICKED_STUDIES)[number]

export const isPickedStudy = (kind: string): kind is PickedStudy => (PICKED_STUDIES as readonly string[]).includes(kind)

/** Benchmark and workload as one value, because names of workloads recur among benchmarks. */
export const workloadValue = ({ benchmark, workload }: Pick<StudyEnvironment, 'benchmark' | 'workload'>): string =>
  joinList([benchmark, workload])
