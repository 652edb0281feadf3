import { byName } from '@assay/domain/compare/dimension-order'
import { z } from 'zod'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Hardware, ProjectQueries, SizeClass } from '../../types.ts'
import { withRuns } from './with-runs.ts'

/** Minimum cores of a medium server; above MEDIUM_TO_CORES it is large. */
const MEDIUM_FROM_CORES = 10
const MEDIUM_TO_CORES = 20

const HardwareRow = z.object({
  id: z.string(),
  name: z.string(),
  cpu: z.string().nullable(),
  cores: z.number().nullable(),
  smt: z.boolean().nullable(),
  sockets: z.number().nullable(),
  memoryGb: z.number().nullable(),
  storage: z.string().nullable(),
  fileSystem: z.string().nullable(),
  os: z.string().nullable(),
  kernel: z.string().nullable(),
  cloudType: z.string().nullable(),
})

/**
 * Selects machines as JSON. The first parameter of the statement is the project; the caller appends conditions on `h`.
 */
export const HARDWARE = `
  select json_build_object('id', h.id, 'name', h.name, 'cpu', h.cpu, 'cores', h.cores, 'smt', h.smt, 'sockets', h.sockets,
    'memoryGb', h.memory_gb, 'storage', h.storage, 'fileSystem', h.file_system, 'os', h.os, 'kernel', h.kernel,
    'cloudType', h.cloud_type) as hardware
  from hardware h where h.project_id = $1`

export function hardwareQueries(scoped: TenantScope, runIndexes: RunIndexCache): ProjectQueries['hardware'] {
  const { projectId } = scoped
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const rows = await readRows(scoped, z.object({ hardware: z.unknown() }), `${HARDWARE} and h.id = $2`, [
        projectId,
        id,
      ])
      if (rows[0] === undefined) return null
      const hardware = asHardware(rows[0].hardware)
      return withRuns(hardware, await runIndexes.fresh(projectId), (run) => run.hardware.id === hardware.id)
    },

    async list() {
      const rows = await readRows(scoped, z.object({ hardware: z.unknown() }), HARDWARE, [projectId])
      return rows.map(({ hardware }) => asHardware(hardware)).sort((a, b) => byName(a.name, b.name))
    },
  }
}

export function asHardware(raw: unknown): Hardware {
  const hardware = HardwareRow.parse(raw)
  return { ...hardware, sizeClass: sizeClass(hardware.cores) }
}

function sizeClass(cores: number | null): SizeClass | null {
  if (cores === null) return null
  if (cores < MEDIUM_FROM_CORES) return 'small'
  return cores <= MEDIUM_TO_CORES ? 'medium' : 'large'
}
