import { NewStoredRule, type StoredRule } from '@assay/domain/findings/series/rule'
import { readSeriesQuery } from '@assay/domain/findings/series/series-query'
import { err, ok, type Result } from '@assay/domain/result'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { type RulePreview, tryRuleInThread } from './judge-in-thread.ts'
import { readLines } from './read-series.ts'

// Use-cases of rules for REST and tRPC. Callers have checked the access.

export async function previewRule(access: ProjectAccess, input: unknown): Promise<Result<RulePreview, AppError>> {
  const sent = parseInput(NewStoredRule, input)
  if (!sent.ok) return sent
  const { place, rule } = sent.value
  const { lines } = await readLines(access, {
    ...readSeriesQuery('').query,
    filters: {
      ...(place.test === '' ? {} : { test: [place.test] }),
      ...(place.hardware === '' ? {} : { hardware: [place.hardware] }),
    },
    metric: place.metric === '' ? PRIMARY_METRIC : place.metric,
  })
  return ok(await tryRuleInThread(access, rule, lines))
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
