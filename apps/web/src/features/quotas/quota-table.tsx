import type { QuotaUse } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

const NAMES = { projects: 'Projects', members: 'Members', runs: 'Runs', bytes: 'Storage', links: 'Open links' } as const

const format = (kind: QuotaUse['kind'], amount: number) =>
  kind === 'bytes' ? formatBytes(amount) : amount.toLocaleString('en')

/** The used amount and the limit of each kind. */
export function QuotaTable({ quotas }: { quotas: readonly QuotaUse[] }) {
  return (
    <DataTable
      caption="Quotas"
      rows={quotas}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', header: 'Quota', heads: true, cell: ({ kind }) => NAMES[kind] },
        { key: 'used', header: 'Used', numeric: true, cell: ({ kind, used }) => format(kind, used) },
        {
          key: 'max',
          header: 'Limit',
          numeric: true,
          cell: ({ kind, max }) => (max === null ? 'none' : format(kind, max)),
        },
      ]}
    />
  )
}
