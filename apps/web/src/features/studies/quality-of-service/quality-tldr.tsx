import type { QualityTable } from '@assay/domain/studies/quality-of-service'
import { qualityTldr } from '@assay/domain/studies/quality-sentences'
import { KeptHtml } from '../../../ui/kept-html.tsx'
import { tldrHtml } from '../../tldr/tldr-html.ts'
import { cellId } from './cell-id.ts'

/** What throughput alone would hide; each number leads to its cell on this page. */
export function QualityTldr({ tables }: { tables: readonly QualityTable[] }) {
  const hrefOf = ({ table, row, column }: { table: number; row: number; column: number }) =>
    `#${cellId(table, row, column)}`
  return <KeptHtml html={String(tldrHtml(qualityTldr(tables), hrefOf))} />
}
