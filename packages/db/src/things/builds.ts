import { byName } from '@assay/domain/compare/dimension-order'
import { compilerLabel } from '@assay/domain/run/build-label'
import { compareVersions } from '@assay/domain/run/version'
import type { Connection } from '../connection.ts'
import type { BuildModel, ProductModel, VersionModel } from '../generated/models.ts'
import { isUuid } from '../is-uuid.ts'
import type { Build, ProjectQueries } from '../types.ts'
import { withRuns } from './with-runs.ts'

const include = { version: { include: { product: true } } } as const

export function buildQueries({ prisma, catalogues }: Connection, projectId: string): ProjectQueries['builds'] {
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const row = await prisma.build.findUnique({ where: { projectId_id: { projectId, id } }, include })
      return row && withRuns(asBuild(row), await catalogues.fresh(projectId), (run) => run.build.id === row.id)
    },

    async list() {
      const builds = (await prisma.build.findMany({ where: { projectId }, include })).map(asBuild)
      return builds.sort(
        (a, b) => byName(a.product, b.product) || compareVersions(a.version, b.version) || byName(a.name, b.name),
      )
    },
  }
}

export function asBuild(row: BuildModel & { version: VersionModel & { product: ProductModel } }): Build {
  const { projectId: _projectId, versionId: _versionId, version, ...build } = row
  return {
    ...build,
    product: version.product.name,
    version: version.name,
    compilerLabel: compilerLabel({ ...build, name: null }),
  }
}
