import { byName } from '@assay/domain/compare/dimension-order'
import { z } from 'zod'
import type { RunIndexCache } from '../../hot/run-index/run-index-cache.ts'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Config, ProjectQueries } from '../../types.ts'
import { withRuns } from './with-runs.ts'

const WithoutText = z.object({
  id: z.string(),
  product: z.string(),
  name: z.string(),
  settings: z.record(z.string(), z.string()),
})

const ConfigRow: z.ZodType<Config> = WithoutText.extend({ text: z.string().nullable() })

/**
 * Selects configs as JSON. The first parameter of the statement is the project; the caller appends conditions on `c`.
 */
export const CONFIGS = configs(", 'text', c.text")

export function configQueries(scoped: TenantScope, runIndexes: RunIndexCache): ProjectQueries['configs'] {
  const { projectId } = scoped
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const rows = await readRows(scoped, z.object({ config: z.unknown() }), `${CONFIGS} and c.id = $2`, [
        projectId,
        id,
      ])
      if (rows[0] === undefined) return null
      const config = asConfig(rows[0].config)
      return withRuns(config, await runIndexes.fresh(projectId), (run) => run.config.id === config.id)
    },

    async list() {
      const rows = await readRows(scoped, z.object({ config: z.unknown() }), configs(''), [projectId])
      const found = rows.map(({ config }) => WithoutText.parse(config))
      return found.sort((a, b) => byName(a.product, b.product) || byName(a.name, b.name))
    },
  }
}

export const asConfig = (raw: unknown): Config => ConfigRow.parse(raw)

function configs(more: string): string {
  return `
    select json_build_object('id', c.id, 'product', p.name, 'name', c.name, 'settings', c.settings${more}) as config
    from config c join product p on p.project_id = $1 and p.id = c.product_id
    where c.project_id = $1`
}
