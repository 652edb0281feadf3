import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { UploadDocument } from '@assay/domain/run/upload-document'

export type RunUpload = {
  /**
   * A document that the schema and checkDocument have accepted: each metric is known or declared, and no result occurs
   * twice. It is not checked again here.
   */
  document: UploadDocument
  runId: string
  /**
   * sha256 of the content of the document, 64 hex digits. Uploads with the same run id are equal if their digests are
   * equal.
   */
  digest: string
  /** How to store a result whose coordinates are stored with another value. */
  onConflict: OnConflict
}

/** `receivedAt` is the time of the first upload, even if the run is sent again. */
export type UploadReceipt = { status: 'stored' | 'already'; runId: string; digest: string; receivedAt: string }

export type UploadRefusal =
  /** The run id is taken by a run with other content. */
  | { code: 'run-differs'; runId: string; storedDigest: string; sentDigest: string }
  | DimensionContradiction
  | ResultConflict

/**
 * Results of the document have other values than stored results with the same coordinates (build, config, hardware,
 * workload and repeat).
 */
export type ResultConflict = {
  code: 'result-conflict'
  /** At least one difference, in the order of the document. */
  differences: readonly ResultDifference[]
}

export type ResultDifference = {
  /** Index in the document's results. */
  result: number
  /** Index in the document's metricNames. */
  metric: number
  sent: number
  stored: number
  /** The run with the stored value. */
  runId: string
}

/** A fact of the document that contradicts an existing row, such as another core count under the same hardware name. */
export type DimensionContradiction = {
  code: 'contradiction'
  kind: 'build' | 'config' | 'hardware' | 'workload' | 'test' | 'metric'
  /** Name of the row, with its parent if names are not unique: `MySQL 8.4.7 o2nofp`. */
  name: string
  /** Name of the field in the upload document: `cores`, `settings.io_method`, `params.tables`. */
  field: string
  stored: string
  sent: string
}
