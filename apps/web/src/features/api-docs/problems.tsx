import type { Problem } from '../../trpc/openapi-document.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'

/** Every kind of error, at the address that problem documents have as their type. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return <DataTable caption="Problems" columns={COLUMNS} rows={problems} rowKey={({ code }) => code} />
}

const COLUMNS: Column<Problem>[] = [
  { key: 'code', header: 'Code', heads: true, cell: ({ code }) => <code id={`problem-${code}`}>{code}</code> },
  { key: 'status', header: 'Status', numeric: true, cell: ({ status }) => status },
  { key: 'title', header: 'Meaning', cell: ({ title }) => title },
]
