import type { ResultDifference } from '@assay/db/types'
import { plural } from '@assay/domain/plural'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { type AppError, appError } from '../errors.ts'

const MAX_LISTED = 50

/**
 * The error for conflicting results: their dimensions, both values of the first difference, the run with the stored
 * value, and both ways to continue.
 */
export function conflictError(differences: readonly ResultDifference[], document: UploadDocument): AppError {
  const [first] = differences
  const others = differences.length - 1
  const more = others > 0 ? ` ${others} more ${others === 1 ? 'value differs' : 'values differ'}.` : ''
  return appError(
    'result-conflict',
    `${coordinatesOf(document)}: ${first === undefined ? '' : describeDifference(first, document)}.${more} Nothing was stored. ` +
      'Send it with onConflict=repeat to store it as a further repeat, or with onConflict=replace to show it instead of the stored values.',
    differences.slice(0, MAX_LISTED).map((difference) => ({
      pointer: `/results/${difference.result}/values/${difference.metric}`,
      message: describeDifference(difference, document),
    })),
  )
}

/** Example: `18.0 of PostgreSQL, config x10b, on dell32, workload cached, repeat 1`. */
function coordinatesOf({ product, version, config, hardware, workload, repeat = 1 }: UploadDocument): string {
  return `${product} ${version}, config ${config.name}, on ${hardware.name}, workload ${workload.name}, repeat ${repeat}`
}

/** Example: `qps of scan at 8 clients is 1200, but 1000 is stored in run 0193a0b1-…`. */
function describeDifference(
  { result, metric, sent, stored, runId }: ResultDifference,
  document: UploadDocument,
): string {
  const { test, clients } = document.results[result] ?? { test: '', clients: 0 }
  const at = plural(clients, 'client')
  return `${document.metricNames[metric]} of ${test} at ${at} is ${sent}, but ${stored} is stored in run ${runId}`
}
