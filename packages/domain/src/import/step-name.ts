import { countOf, type Fields } from './fields.ts'
import type { BenchmarkRule } from './profile/profile.ts'

/** One step of sysbench: a test, its range size, and whether it came before the writes or only warmed the cache. */
export type StepName = { base: string; phase: string | null; range: number | null }

/** The phase of the load step. Unlike other phases it is not a suffix of a test name. */
export const LOAD_PHASE = 'load'

export const LOAD_STEP: StepName = { base: LOAD_PHASE, phase: LOAD_PHASE, range: null }

/** The step that a file name states: `sb.o.point-query.warm.range100.pk1.dop8`; null when it names no test. */
export function stepFromFields(fields: Fields): StepName | null {
  if (fields.phase === LOAD_PHASE) return LOAD_STEP
  if (fields.test === undefined) return null
  return { base: fields.test, phase: fields.phase ?? null, range: countOf(fields.range, 999_999_999) }
}

/** Removes the number of clients from the end of a test name: `oltp_insert-40` with 40 clients is `oltp_insert`. */
export function withoutClients(name: string, clients: number | null): string {
  const [, test = name, digits] = /^(.*[A-Za-z\d])[-_.](\d{1,6})$/.exec(name) ?? []
  return digits !== undefined && Number(digits) === clients ? test : name
}

/** The step that the row of a table states: `scan.warm_range=100`. */
export function stepFromLabel(label: string, { phases = {}, range: leftOut }: BenchmarkRule): StepName {
  const [, name = label, digits] = /^(.+)_range=(\d{1,9})$/.exec(label) ?? []
  const range = digits === undefined ? (leftOut ?? null) : Number(digits)
  const [, base = name, phase = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? []
  return Object.hasOwn(phases, phase) ? { base, phase, range } : { base: name, phase: null, range }
}

/** The test name as file names spell it, without range: `scan.warm`. */
export function stepTest({ base, phase }: StepName): string {
  return phase === null || phase === LOAD_PHASE ? base : `${base}.${phase}`
}

/** Name of the test in a document: `scan.warm_range=100`. The load step has a separate name. */
export function testNameOf(step: StepName, rule: BenchmarkRule): string {
  if (step.phase === LOAD_PHASE) return rule.load?.test ?? LOAD_PHASE
  return step.range === null ? stepTest(step) : `${stepTest(step)}_range=${step.range}`
}
