import { canonicalJson } from '@assay/domain/json/canonical-json'
import { invariant } from '@assay/domain/result'
import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { idFromName } from '../../id-from-name.ts'
import type { DimensionRow } from './plan-upload.ts'

/** A result of a document, by its index there. */
type OrderedResult = { index: number; key: string; testId: string; params: string | null }

/** The tests of a document and its test set. */
export type PlannedTests = {
  /** Tests with results, sorted by id; other tests of the document are left out. */
  rows: readonly DimensionRow[]
  set: { id: string; size: number }
  /** The results in a canonical order, independent of the document. */
  order: readonly OrderedResult[]
}

/** Plans that are remembered; each takes about twice the characters of its key. */
const MAX_PLANS = 200
const MAX_KEY = 64 * 1024

const plans = new Map<string, PlannedTests>()

/**
 * Plans the tests of a document. Most uploads have the same tests as an earlier one, so the last plans are remembered:
 * their ids need a hash for each test, and the same list of rows is recognized without comparing rows.
 */
export function planTests({ tests = [], results }: UploadDocument, benchmarkId: string): PlannedTests {
  const key = JSON.stringify([benchmarkId, tests, results.map(({ test, clients, params }) => [test, clients, params])])
  const known = plans.get(key)
  if (known !== undefined) return known
  const plan = computePlan(tests, results, benchmarkId)
  if (key.length > MAX_KEY) return plan
  const [oldest] = plans.size >= MAX_PLANS ? plans.keys() : []
  if (oldest !== undefined) plans.delete(oldest)
  plans.set(key, plan)
  return plan
}

function computePlan(
  tests: NonNullable<UploadDocument['tests']>,
  results: readonly UploadResult[],
  benchmarkId: string,
): PlannedTests {
  const declared = new Map(tests.map((test) => [test.name, test]))
  const rows = new Map<string, DimensionRow>()
  for (const { test: name } of results) {
    if (rows.has(name)) continue
    const test = declared.get(name)
    rows.set(name, {
      id: idFromName('test', benchmarkId, name),
      benchmark_id: benchmarkId,
      name,
      group_name: test?.group ?? null,
      position: test?.order ?? null,
      role: test?.role ?? null,
      primary_metric: test?.primaryMetric ?? null,
      connections_per_client: test?.connectionsPerClient ?? null,
      target_rate: test?.targetRate ?? null,
    })
  }
  const order = results.map((result, index) => {
    const testId = rows.get(result.test)?.id
    invariant(testId !== undefined, 'there is a row for the test of each result')
    const hasParams = result.params !== undefined && Object.keys(result.params).length > 0
    const params = hasParams ? canonicalJson(result.params) : null
    return { index, key: `${testId} ${result.clients} ${params ?? ''}`, testId, params }
  })
  order.sort((a, b) => (a.key < b.key ? -1 : 1))
  return {
    rows: [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    set: { id: idFromName('test_set', ...order.map(({ key }) => key)), size: order.length },
    order,
  }
}

/** The members of a test set, for a set that is not stored yet. */
export function testSetItems({ set, order }: PlannedTests, results: readonly UploadResult[]): DimensionRow[] {
  return order.map(({ index, key, testId, params }) => {
    const result = results[index]
    invariant(result !== undefined, 'a plan belongs to documents with the same results')
    return {
      id: idFromName('test_set_item', set.id, key),
      test_set_id: set.id,
      test_id: testId,
      clients: result.clients,
      params: params === null ? null : (result.params ?? null),
    }
  })
}
