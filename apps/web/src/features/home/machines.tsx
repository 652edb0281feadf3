import type { ProjectHome } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { machineColumns } from '../hardware/machine-columns.tsx'

type Machine = ProjectHome['hardware'][number]

/** The machines of a project, with CPU, memory and storage. */
export function Machines({ project, hardware }: { project: string; hardware: readonly Machine[] }) {
  return <DataTable caption="Hardware" columns={columns(project)} rows={hardware} rowKey={({ id }) => id} />
}

const columns = (project: string): Column<Machine>[] => [
  ...Object.values(machineColumns(project)),
  { key: 'runs', header: 'Runs', numeric: true, cell: ({ runCount }) => formatCount(runCount) },
]
