import { runContent, runIdFromSha256 } from '@assay/domain/run/run-identity'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { sha256Hex } from '../spool/spool-entry.ts'

/** A small run; another `qps` (a whole number) gives another run, with other clients. */
export function sampleRun(qps: number): UploadDocument & { runId: string } {
  const document: UploadDocument = {
    schemaVersion: 1,
    product: 'Postgres',
    version: '18.0',
    build: { name: 'o2nofp' },
    config: { name: 'x10b_c8r32' },
    hardware: { name: 'pn53' },
    benchmark: { name: 'sysbench' },
    workload: { name: 'cached' },
    metricNames: ['qps'],
    results: [{ test: 'point-query_range=100', clients: qps + 1, values: [qps] }],
  }
  return { ...document, runId: runIdFromSha256(sha256Hex(runContent(document))) }
}

/** The raw files of a run without any. */
export async function* noBlobs(): AsyncGenerator<never> {}
