import type { Correction } from '@assay/domain/import/corrections'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { pathsOfRuns } from './path-parts.ts'

/** Corrections that state facts about some runs and no others; one without a path when these are all runs. */
export function correctionsFor(
  { runs }: Pick<PreviewDocument, 'runs'>,
  indexes: readonly number[] | 'all',
  set: Correction['set'],
): Correction[] {
  const own = new Set(indexes === 'all' ? runs.keys() : indexes)
  if (own.size === runs.length) return [{ set }]
  const filesOf = (isOwn: boolean) => runs.flatMap(({ files }, index) => (own.has(index) === isOwn ? files : []))
  return pathsOfRuns(filesOf(true), filesOf(false)).map((path) => ({ path, set }))
}
