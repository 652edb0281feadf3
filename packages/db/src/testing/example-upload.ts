import { hash } from 'node:crypto'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import { UploadDocument } from '@assay/domain/run/upload-document'
import type { z } from 'zod'
import type { RunUpload } from '../types.ts'

/** A small run of a fictional product; pass the fields that matter to a test. */
export function exampleDocument(changes: Partial<z.input<typeof UploadDocument>> = {}): UploadDocument {
  return UploadDocument.parse({
    schemaVersion: 1,
    product: 'Example',
    version: '1.0',
    build: { name: 'o2' },
    config: { name: 'small' },
    hardware: { name: 'lab1' },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached' },
    metricNames: ['qps', 'latency_ms_p95'],
    results: [
      { test: 'point-query', clients: 1, values: [1000, 1.5] },
      { test: 'point-query', clients: 4, values: [3900, null] },
      { test: 'scan', clients: 1, values: [20, 50] },
    ],
    ...changes,
  })
}

/** Prepares an upload like the API: the run id is derived from the content unless the document has one. */
export function asUpload(document: UploadDocument, onConflict: OnConflict = 'stop'): RunUpload {
  const digest = hash('sha256', runContent(document), 'hex')
  return { document, digest, runId: document.runId ?? runIdFromSha256(digest), onConflict }
}
