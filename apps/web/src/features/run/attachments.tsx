import { attachmentPath } from '../../paths.ts'
import type { Attachment } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

type Props = { project: string; attachments: readonly Attachment[] }

/** The raw files of a run, to download. */
export function Attachments({ project, attachments }: Props) {
  if (attachments.length === 0) {
    return (
      <p>
        No raw files came with this run. <code>assay push</code> uploads the files that it reads.
      </p>
    )
  }
  return (
    <DataTable
      caption="Raw files"
      columns={columns(project)}
      rows={attachments}
      rowKey={(attachment) => attachment.id}
    />
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
  { key: 'size', header: 'Size', numeric: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
  { key: 'sha256', header: 'sha256', wideOnly: true, cell: ({ sha256 }) => <code>{sha256.slice(0, 16)}…</code> },
]
