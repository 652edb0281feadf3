import { byName } from '@assay/domain/compare/dimension-order'
import { compilerLabel } from '@assay/domain/run/build-label'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { z } from 'zod'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Build, ProjectQueries } from '../../types.ts'
import { withRuns } from './with-runs.ts'

const BuildRow = z.object({
  id: z.string(),
  product: z.string(),
  version: z.string(),
  name: z.string(),
  compiler: z.string().nullable(),
  compilerVersion: z.string().nullable(),
  lto: z.boolean().nullable(),
  flags: z.string().nullable(),
  pgo: z.boolean().nullable(),
  bolt: z.boolean().nullable(),
  march: z.string().nullable(),
  allocator: z.string().nullable(),
  buildType: z.string().nullable(),
  commit: z.string().nullable(),
  binarySha256: z.string().nullable(),
})

/**
 * Selects builds as JSON. The first parameter of the statement is the project; the caller appends conditions on `b`.
 */
export const BUILDS = `
  select json_build_object('id', b.id, 'product', p.name, 'version', v.name, 'name', b.name, 'compiler', b.compiler,
    'compilerVersion', b.compiler_version, 'lto', b.lto, 'flags', b.flags, 'pgo', b.pgo, 'bolt', b.bolt,
    'march', b.march, 'allocator', b.allocator, 'buildType', b.build_type, 'commit', b.commit, 'binarySha256', b.binary_sha256) as build
  from build b
  join version v on v.project_id = $1 and v.id = b.version_id
  join product p on p.project_id = $1 and p.id = v.product_id
  where b.project_id = $1`

export function buildQueries(scoped: TenantScope, runIndexes: RunIndexCache): ProjectQueries['builds'] {
  const { projectId } = scoped
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const rows = await readRows(scoped, z.object({ build: z.unknown() }), `${BUILDS} and b.id = $2`, [projectId, id])
      if (rows[0] === undefined) return null
      const build = asBuild(rows[0].build)
      return withRuns(build, await runIndexes.fresh(projectId), (run) => run.build.id === build.id)
    },

    async list() {
      const rows = await readRows(scoped, z.object({ build: z.unknown() }), BUILDS, [projectId])
      const builds = rows.map(({ build }) => asBuild(build))
      return builds.sort(
        (a, b) => byName(a.product, b.product) || compareVersions(a.version, b.version) || byName(a.name, b.name),
      )
    },
  }
}

export function asBuild(raw: unknown): Build {
  const build = BuildRow.parse(raw)
  return { ...build, compilerLabel: compilerLabel({ ...build, name: null }) }
}
