import { plural } from '../../plural.ts'
import type { PreviewDocument } from './preview-document.ts'

/** The number of files that were refused; empty when none was. */
export function refusedSummary({ refused, fileCount }: Pick<PreviewDocument, 'refused' | 'fileCount'>): string {
  const [was, is] = refused.length === 1 ? ['was', 'is'] : ['were', 'are']
  const count = `${refused.length} of ${plural(fileCount, 'file')}`
  return refused.length === 0 ? '' : `${count} ${was} refused and ${is} part of no run.`
}
