import { hardwarePath } from '../../paths.ts'
import type { Hardware } from '../../trpc/api-types.ts'
import type { Column } from '../../ui/data-table.tsx'

type Machine = Pick<Hardware, 'id' | 'name' | 'cpu' | 'cores' | 'memoryGb' | 'storage'>

/** Columns with the facts of machines that every list of them shows. */
export const machineColumns = (project: string) =>
  ({
    name: {
      key: 'name',
      header: 'Machine',
      heads: true,
      cell: ({ id, name }) => <a href={hardwarePath(project, id)}>{name}</a>,
    },
    cpu: { key: 'cpu', header: 'CPU', cell: ({ cpu }) => cpu },
    cores: { key: 'cores', header: 'Cores', numeric: true, cell: ({ cores }) => cores },
    memory: {
      key: 'memory',
      header: 'Memory',
      numeric: true,
      cell: ({ memoryGb }) => memoryGb !== null && `${memoryGb} GB`,
    },
    storage: { key: 'storage', header: 'Storage', wideOnly: true, cell: ({ storage }) => storage },
  }) satisfies Record<string, Column<Machine>>
