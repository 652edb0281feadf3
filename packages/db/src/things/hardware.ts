import { byName } from '@assay/domain/compare/dimension-order'
import type { Connection } from '../connection.ts'
import type { HardwareModel } from '../generated/models.ts'
import { isUuid } from '../is-uuid.ts'
import type { Hardware, ProjectQueries, SizeClass } from '../types.ts'
import { withRuns } from './with-runs.ts'

/** Cores from which a server is medium, and above which it is large (DESIGN.md section 2). */
const MEDIUM_FROM_CORES = 10
const MEDIUM_TO_CORES = 20

export function hardwareQueries({ prisma, catalogues }: Connection, projectId: string): ProjectQueries['hardware'] {
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const row = await prisma.hardware.findUnique({ where: { projectId_id: { projectId, id } } })
      return row && withRuns(asHardware(row), await catalogues.fresh(projectId), (run) => run.hardware.id === row.id)
    },

    async list() {
      const rows = await prisma.hardware.findMany({ where: { projectId } })
      return rows.map(asHardware).sort((a, b) => byName(a.name, b.name))
    },
  }
}

export function asHardware({ projectId: _projectId, ...row }: HardwareModel): Hardware {
  return { ...row, sizeClass: sizeClass(row.cores) }
}

function sizeClass(cores: number | null): SizeClass | null {
  if (cores === null) return null
  if (cores < MEDIUM_FROM_CORES) return 'small'
  return cores <= MEDIUM_TO_CORES ? 'medium' : 'large'
}
