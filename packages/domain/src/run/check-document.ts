import { checkHistograms } from '../histograms/check-histograms.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { impossibleValues } from './impossible-values.ts'
import { findKnownMetric, PRIMARY_METRIC } from './metric.ts'
import type { UploadDocument, UploadResult, UploadSamples } from './upload-document.ts'

/** A problem of a document that its schema cannot detect, at a JSON pointer (RFC 6901). */
export type DocumentIssue = {
  pointer: string
  message: string
  /** The figures contradict each other, so that the run must not be stored. */
  isImpossible?: true
}

/**
 * Checks across fields: lengths that must agree, names that must be declared or be unique, results that must not be
 * empty. An empty list means that the document can be stored.
 */
export function checkDocument(document: UploadDocument): DocumentIssue[] {
  return [
    ...checkMetricNames(document),
    ...checkDeclaredMetrics(document),
    ...checkTests(document),
    ...checkResults(document),
    ...checkAttachments(document),
    ...checkProfiles(document),
    ...checkTimes(document),
  ]
}

function checkMetricNames({ metricNames, metrics = [] }: UploadDocument): DocumentIssue[] {
  const issues = duplicates(metricNames).map((index) => ({
    pointer: `/metricNames/${index}`,
    message: `metric ${quote(metricNames[index])} is named twice`,
  }))
  const declared = new Set(metrics.map((metric) => metric.name))
  for (const [index, name] of metricNames.entries()) {
    if (name === PRIMARY_METRIC) {
      issues.push({ pointer: `/metricNames/${index}`, message: `${quote(name)} is a reserved word, not a metric` })
    } else if (!declared.has(name) && findKnownMetric(name) === undefined) {
      issues.push({
        pointer: `/metricNames/${index}`,
        message: `metric ${quote(name)} is not known; declare it in /metrics with its unit and which direction is better`,
      })
    }
  }
  return issues
}

function checkDeclaredMetrics({ metrics = [] }: UploadDocument): DocumentIssue[] {
  const issues = duplicates(metrics.map((metric) => metric.name)).map((index) => ({
    pointer: `/metrics/${index}/name`,
    message: `metric ${quote(metrics[index]?.name)} is declared twice`,
  }))
  for (const [index, metric] of metrics.entries()) {
    const known = findKnownMetric(metric.name)
    if (known === undefined || (known.unit === metric.unit && known.better === metric.better)) continue
    issues.push({
      pointer: `/metrics/${index}`,
      message: `metric ${quote(metric.name)} is known with unit ${quote(known.unit)}, better ${known.better}; this declares ${quote(metric.unit)}, better ${metric.better}`,
    })
  }
  return issues
}

function checkTests({ tests = [] }: UploadDocument): DocumentIssue[] {
  return duplicates(tests.map((declared) => declared.name)).map((index) => ({
    pointer: `/tests/${index}/name`,
    message: `test ${quote(tests[index]?.name)} is declared twice`,
  }))
}

function checkResults({ results, metricNames }: UploadDocument): DocumentIssue[] {
  const issues: DocumentIssue[] = []
  const known = new Set(metricNames)
  const findImpossible = impossibleValues(metricNames)
  const seen = new Map<string, number>()
  for (const [index, result] of results.entries()) {
    const pointer = `/results/${index}`
    if (result.values.length !== metricNames.length) {
      issues.push({
        pointer: `${pointer}/values`,
        message: `has ${result.values.length} values for ${metricNames.length} metricNames`,
      })
    }
    issues.push(...checkStatus(result, pointer))
    for (const { position, message } of findImpossible(result.values)) {
      issues.push({ pointer: `${pointer}/values/${position}`, message, isImpossible: true })
    }
    if (result.histograms !== undefined) issues.push(...checkHistograms(result, metricNames, pointer))
    const key = resultKey(result)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else issues.push({ pointer, message: `is the same test, clients and params as /results/${first}` })
    if (result.samples !== undefined) issues.push(...checkSamples(result.samples, known, pointer))
  }
  return issues
}

function checkSamples(
  samples: readonly UploadSamples[],
  metricNames: ReadonlySet<string>,
  pointer: string,
): DocumentIssue[] {
  const issues: DocumentIssue[] = []
  const pointerOf = (at: number) => `${pointer}/samples/${at}/metric`
  for (const [at, { metric }] of samples.entries()) {
    if (metricNames.has(metric)) continue
    issues.push({ pointer: pointerOf(at), message: `metric ${quote(metric)} is not in /metricNames` })
  }
  for (const at of duplicates(samples.map(({ metric }) => metric))) {
    issues.push({ pointer: pointerOf(at), message: 'has samples already' })
  }
  return issues
}

/** A failed result has no figures, and any other result has at least one. */
function checkStatus(
  { status, statusReason, values, samples, histograms }: UploadResult,
  pointer: string,
): DocumentIssue[] {
  const isEmpty = values.every((value) => value === null)
  if (status === 'failed') {
    if (!isEmpty || (samples ?? []).length + (histograms ?? []).length > 0) {
      const message = 'is failed, so every value must be null, without samples and histograms'
      return [{ pointer: `${pointer}/status`, message }]
    }
    return []
  }
  if (statusReason !== undefined) {
    return [{ pointer: `${pointer}/statusReason`, message: 'has no meaning without "status": "failed"' }]
  }
  if (!isEmpty) return []
  const message = 'holds no value; leave out a result that was not measured, or set "status": "failed"'
  return [{ pointer: `${pointer}/values`, message }]
}

function checkAttachments({ attachments = [] }: UploadDocument): DocumentIssue[] {
  return duplicates(attachments.map((attachment) => attachment.name)).map((index) => ({
    pointer: `/attachments/${index}/name`,
    message: `${quote(attachments[index]?.name)} is attached twice`,
  }))
}

function checkProfiles({ profiles = [], results }: UploadDocument): DocumentIssue[] {
  const known = new Set(results.map(resultKey))
  return profiles.flatMap((profile, index) =>
    known.has(resultKey(profile))
      ? []
      : [
          {
            pointer: `/profiles/${index}`,
            message: `is of ${quote(profile.test)}, clients and params that no result has`,
          },
        ],
  )
}

/** Key that is unique among the results of a run. */
const resultKey = ({ test, clients, params }: Pick<UploadResult, 'test' | 'clients' | 'params'>): string =>
  JSON.stringify([test, clients]) + (params ? canonicalJson(params) : '{}')

function checkTimes({ startedAt, finishedAt }: UploadDocument): DocumentIssue[] {
  if (startedAt === undefined || finishedAt === undefined) return []
  if (Date.parse(finishedAt) >= Date.parse(startedAt)) return []
  return [{ pointer: '/finishedAt', message: `is before startedAt ${startedAt}` }]
}

/** Indexes of values that also occur earlier in the list. */
function duplicates(values: readonly string[]): number[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index]
    seen.add(value)
    return []
  })
}

const quote = (value: string | undefined) => JSON.stringify(value)
