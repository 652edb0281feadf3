import { byName } from '@assay/domain/compare/dimension-order'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import type { ConfigModel, ProductModel } from '../generated/models.ts'
import { isUuid } from '../is-uuid.ts'
import type { Config, ProjectQueries } from '../types.ts'
import { withRuns } from './with-runs.ts'

const include = { product: true } as const
const Settings = z.record(z.string(), z.string())

export function configQueries({ prisma, catalogues }: Connection, projectId: string): ProjectQueries['configs'] {
  return {
    async find(id) {
      if (!isUuid(id)) return null
      const row = await prisma.config.findUnique({ where: { projectId_id: { projectId, id } }, include })
      return row && withRuns(asConfig(row), await catalogues.fresh(projectId), (run) => run.config.id === row.id)
    },

    async list() {
      const rows = await prisma.config.findMany({ where: { projectId }, include, omit: { text: true } })
      const configs = rows.map(withoutText)
      return configs.sort((a, b) => byName(a.product, b.product) || byName(a.name, b.name))
    },
  }
}

export function asConfig(row: ConfigModel & { product: ProductModel }): Config {
  return { ...withoutText(row), text: row.text }
}

function withoutText({ id, name, settings, product }: Omit<ConfigModel, 'text'> & { product: ProductModel }) {
  return { id, product: product.name, name, settings: Settings.parse(settings) }
}
