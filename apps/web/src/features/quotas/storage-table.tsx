import type { StoredBytes } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

const KINDS = [
  { key: 'values', header: 'Values' },
  { key: 'samples', header: 'Samples' },
  { key: 'files', header: 'Raw files' },
] as const

/** Stored bytes by kind, one row for each project. */
export function StorageTable({ rows }: { rows: readonly (StoredBytes & { project: string })[] }) {
  return (
    <DataTable
      caption="Storage"
      rows={rows}
      rowKey={({ project }) => project}
      columns={[
        { key: 'project', header: 'Project', heads: true, cell: ({ project }) => project },
        ...KINDS.map(({ key, header }) => ({
          ...{ key, header, numeric: true },
          cell: (bytes: StoredBytes) => formatBytes(bytes[key]),
        })),
      ]}
    />
  )
}
