import { attachmentPath } from '../../paths.ts'
import type { Attachment } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatSize } from '../../ui/format-size.ts'
import style from './attachments.module.css'

/** Above this many files the list is folded. */
const MOST_OPEN = 12

type Props = { project: string; attachments: readonly Attachment[] }

/** The raw files of a run, to download. */
export function Attachments({ project, attachments }: Props) {
  if (attachments.length === 0) {
    return (
      <p>
        No raw files came with this run. <code>assay push</code> keeps those that it reads.
      </p>
    )
  }
  const table = (
    <DataTable
      caption="Raw files"
      columns={columns(project)}
      rows={attachments}
      rowKey={(attachment) => attachment.id}
    />
  )
  if (attachments.length <= MOST_OPEN) return table
  return (
    <details>
      <summary className={style.summary}>Show {countOf(attachments.length, 'file')}</summary>
      {table}
    </details>
  )
}

const columns = (project: string): Column<Attachment>[] => [
  {
    key: 'name',
    header: 'File',
    heads: true,
    cell: ({ name, sha256 }) => (
      <a href={attachmentPath(project, sha256)} download>
        {name}
      </a>
    ),
  },
  { key: 'size', header: 'Size', numeric: true, cell: ({ sizeBytes }) => formatSize(sizeBytes) },
  { key: 'sha256', header: 'sha256', wideOnly: true, cell: ({ sha256 }) => <code>{sha256.slice(0, 16)}…</code> },
]
