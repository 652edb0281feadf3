import type { IoEfficiency } from '@assay/domain/studies/io-efficiency'
import { ioTldr } from '@assay/domain/studies/io-efficiency-sentence'
import { KeptHtml } from '../../../ui/kept-html.tsx'
import { tldrHtml } from '../../tldr/tldr-html.ts'
import { ioCellId } from './cell-id.ts'

/** The page in short; each number leads to its cell. */
export function IoTldr({ study }: { study: IoEfficiency }) {
  const hrefOf = ({ table, row, column }: { table: number; row: number; column: number }) =>
    `#${ioCellId(table, row, column)}`
  return <KeptHtml html={String(tldrHtml(ioTldr(study), hrefOf))} />
}
