import { NewStoredRule, type StoredRule } from '@assay/domain/findings/series/rule'
import { readSeriesQuery, type SeriesQuery } from '@assay/domain/findings/series/series-query'
import { err, ok, type Result } from '@assay/domain/result'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { addPreviews, type RulePreview, tryRuleInThread } from './judge-in-thread.ts'
import { readStoredLines } from './read-series.ts'

// Use-cases of rules for REST and tRPC. Callers have checked the access.

export async function previewRule(access: ProjectAccess, input: unknown): Promise<Result<RulePreview, AppError>> {
  const sent = parseInput(NewStoredRule, input)
  if (!sent.ok) return sent
  const { place, rule } = sent.value
  const filters = place.hardware === '' ? {} : { hardware: [place.hardware] }
  const query = { ...readSeriesQuery('').query, metric: place.metric === '' ? PRIMARY_METRIC : place.metric }
  const [tests, notes] = await Promise.all([testsOf(access, place.test, filters), access.queries.notes()])
  let sum: RulePreview | null = null
  // The whole history of a project has millions of values: each test is read by itself, and other requests are served between.
  for (const test of tests) {
    const oneTest = { ...query, filters: { ...filters, test: [test] } }
    const { lines } = await readStoredLines(access, oneTest, notes, place.test !== '')
    sum = addPreviews(sum, await tryRuleInThread(access, rule, lines))
  }
  return ok(sum ?? (await tryRuleInThread(access, rule, [])))
}

async function testsOf({ queries }: ProjectAccess, test: string, filters: SeriesQuery['filters']): Promise<string[]> {
  if (test !== '') return [test]
  const facets = await queries.dimensions.facets({ filters, allSteps: false })
  return facets.find(({ name }) => name === 'test')?.values.map(({ value }) => value) ?? []
}

export async function saveRule({ queries }: ProjectAccess, input: unknown): Promise<Result<StoredRule, AppError>> {
  const sent = parseInput(NewStoredRule, input)
  return sent.ok ? ok(await queries.rules.save(sent.value.place, sent.value.rule)) : sent
}

export async function removeRule({ queries }: ProjectAccess, id: string): Promise<Result<null, AppError>> {
  return (await queries.rules.remove(id))
    ? ok(null)
    : err(appError('not-found', 'There is no such rule in this project. Reload the list of rules.'))
}
