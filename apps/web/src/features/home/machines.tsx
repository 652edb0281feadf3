import { hardwarePath } from '../../paths.ts'
import type { ProjectHome } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatCount } from '../../ui/format-count.ts'

type Machine = ProjectHome['hardware'][number]

/** The machines of a project, with CPU, memory and storage. */
export function Machines({ project, hardware }: { project: string; hardware: readonly Machine[] }) {
  return <DataTable caption="Hardware" columns={columns(project)} rows={hardware} rowKey={({ id }) => id} />
}

const columns = (project: string): Column<Machine>[] => [
  {
    key: 'name',
    header: 'Machine',
    heads: true,
    cell: ({ id, name }) => <a href={hardwarePath(project, id)}>{name}</a>,
  },
  { key: 'cpu', header: 'CPU', cell: ({ cpu }) => cpu },
  { key: 'cores', header: 'Cores', numeric: true, cell: ({ cores }) => cores },
  { key: 'memory', header: 'Memory', numeric: true, cell: ({ memoryGb }) => memoryGb !== null && `${memoryGb} GB` },
  { key: 'storage', header: 'Storage', wideOnly: true, cell: ({ storage }) => storage },
  { key: 'runs', header: 'Runs', numeric: true, cell: ({ runCount }) => formatCount(runCount) },
]
