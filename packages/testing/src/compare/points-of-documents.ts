import { createHash } from 'node:crypto'
import type { PointSet, TestInfo } from '@assay/domain/compare/point'
import { documentPoints } from '@assay/domain/run/document-points'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** Results of upload documents as points, as the database returns them, first document first. */
export function pointsOfDocuments(documents: readonly UploadDocument[]): PointSet {
  const sets = documents.map((document, index) => documentPoints(document, `run ${index}`, sha256))
  const tests = new Map(sets.flatMap((set) => set.tests.map((info): [string, TestInfo] => [info.name, info])))
  const metrics = new Map(sets.flatMap((set) => set.metrics.map((metric) => [metric.name, metric] as const)))
  return { points: sets.flatMap(({ points }) => points), tests: [...tests.values()], metrics: [...metrics.values()] }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
