import { canonicalJson } from '../json/canonical-json.ts'
import { buildLabel } from './build-label.ts'
import { isMeasuredTest } from './is-measured-test.ts'
import { isSameFigure } from './is-same-figure.ts'
import type { UploadDocument } from './upload-document.ts'

/** Two documents with different values of one metric of one result. Indexes are positions in the list of documents. */
type DocumentConflict = {
  first: number
  second: number
  test: string
  clients: number
  metric: string
  values: readonly [first: number, second: number]
}

/**
 * Pairs of documents that are uploaded together and contradict each other: same build, config, hardware, workload,
 * repeat number, measured test, clients and parameters, other value. At most one conflict per pair, in the order of the list.
 */
export function conflictingDocuments(documents: readonly UploadDocument[]): DocumentConflict[] {
  const seen = new Map<string, { document: number; value: number }>()
  const found = new Map<string, DocumentConflict>()
  for (const [second, document] of documents.entries()) {
    const run = coordinatesOf(document)
    const isMeasured = isMeasuredTest(document)
    for (const { test, clients, params = {}, values } of document.results.filter((result) => isMeasured(result.test)))
      for (const [position, value] of values.entries()) {
        const metric = document.metricNames[position] ?? ''
        if (value === null) continue
        const key = canonicalJson([run, test, clients, params, metric])
        const before = seen.get(key)
        if (before === undefined) seen.set(key, { document: second, value })
        else if (before.document !== second && !isSameFigure(before.value, value)) {
          const pair = `${before.document} ${second}`
          const values = [before.value, value] as const
          if (!found.has(pair)) found.set(pair, { first: before.document, second, test, clients, metric, values })
        }
      }
  }
  return [...found.values()]
}

const coordinatesOf = ({ product, version, build, config, hardware, benchmark, workload, repeat }: UploadDocument) => [
  product,
  version,
  buildLabel(build),
  config.name,
  hardware.name,
  benchmark.name,
  workload.name,
  repeat ?? 1,
]
