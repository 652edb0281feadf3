import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { UploadDocument } from '@assay/domain/run/upload-document'

export type RunUpload = {
  /**
   * A document that the schema and checkDocument have accepted: each metric is known or declared, and no result occurs
   * twice. It is not checked again here.
   */
  document: UploadDocument
  runId: string
  /** sha256 of the content of the document, 64 hex digits. It decides if the same run id has the same content. */
  digest: string
  /** The way to store a result where one is stored with the same coordinates and a different value. */
  onConflict: OnConflict
}

/** `receivedAt` is that of the first time, however often the run is sent. */
export type UploadReceipt = { status: 'stored' | 'already'; runId: string; digest: string; receivedAt: string }

export type UploadRefusal =
  /** The run id is taken by a run with other content. */
  | { code: 'run-differs'; runId: string; storedDigest: string; sentDigest: string }
  | DimensionContradiction
  | ResultConflict

/** Results of the document have the coordinates of stored ones (same build, config, hardware, workload and repeat) and other values. */
export type ResultConflict = {
  code: 'result-conflict'
  /** At least one; in the order of the document. */
  differences: readonly ResultDifference[]
}

export type ResultDifference = {
  /** Position in the document's results, from 0. */
  result: number
  /** Position in the document's metricNames, from 0. */
  metric: number
  sent: number
  stored: number
  /** The run that holds the stored value. */
  runId: string
}

/** A fact of the document that contradicts an existing row: same hardware name, other core count. */
export type DimensionContradiction = {
  code: 'contradiction'
  kind: 'build' | 'config' | 'hardware' | 'workload' | 'test' | 'metric'
  /** The name of the row, with its parent where names repeat: `MySQL 8.4.7 o2nofp`. */
  name: string
  /** The field as the upload document spells it: `cores`, `settings.io_method`, `params.tables`. */
  field: string
  stored: string
  sent: string
}
