import type { UploadTest } from '../run/upload-document.ts'
import type { BenchmarkRule } from './profile/profile.ts'
import { LOAD_PHASE, type StepName, stepTest, testNameOf } from './step-name.ts'

// Positions leave room between the tests of the order, so that every range of a test has a fixed position.
const FIRST_PREPARING = 100
const FIRST_MEASURED = 10_000
const POSITIONS_PER_TEST = 1_000

/**
 * A test with its group, role and position in the benchmark's own order. Larger ranges come first, as in the published
 * tables. A test that the profile does not list has neither group nor position and counts as measured.
 */
export function describeTest(step: StepName, rule: BenchmarkRule): UploadTest {
  const name = testNameOf(step, rule)
  if (step.phase === LOAD_PHASE && rule.load !== undefined) {
    return { name, group: rule.load.group, order: 0, role: 'load', primaryMetric: rule.load.primaryMetric }
  }
  const { connectionsPerClient, primaryMetric } = rule
  const phase = step.phase === null || rule.measured?.includes(stepTest(step)) ? undefined : rule.phases?.[step.phase]
  const group = phase?.group ?? findListed(rule.groups ?? [], step.base)
  const isWarmup = prefixesOf(step.base).some((prefix) => rule.warmups?.includes(prefix))
  const role = phase?.role ?? (isWarmup ? 'warmup' : 'measured')
  const order = positionOf(step, rule, phase !== undefined)
  return {
    name,
    role,
    primaryMetric,
    ...(group === null ? {} : { group }),
    ...(order === null ? {} : { order }),
    ...(connectionsPerClient === undefined ? {} : { connectionsPerClient }),
  }
}

const findListed = (groups: NonNullable<BenchmarkRule['groups']>, test: string): string | null =>
  groups.find(({ tests }) => tests.includes(test))?.name ?? null

function positionOf(step: StepName, { order }: BenchmarkRule, isPreparing: boolean): number | null {
  const listed = [stepTest(step), ...prefixesOf(step.base)].find((name) => order.includes(name))
  if (listed === undefined) return null
  const index = order.indexOf(listed)
  if (isPreparing) return FIRST_PREPARING + index
  return FIRST_MEASURED + index * POSITIONS_PER_TEST + positionOfRange(step.range)
}

/** Position of a range within its test, 0 to 999, smaller for larger ranges. */
function positionOfRange(range: number | null): number {
  return range === null ? 0 : 999 - Math.round(100 * Math.log10(range))
}

/** The name and its prefixes, longest first: `overwrite.s0.v400`, `overwrite.s0`, `overwrite`. */
function prefixesOf(test: string): string[] {
  const words = test.split('.')
  return words.map((_, index) => words.slice(0, words.length - index).join('.'))
}
