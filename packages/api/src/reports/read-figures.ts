import { hash } from 'node:crypto'
import type { ReportVersion } from '@assay/db/types'
import type { FrozenFigure } from '@assay/domain/report/frozen-figure'
import { type Reproduction, reproduceFigure } from '@assay/domain/report/reproduce-figure'
import { invariant } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'

export type ReadFigure = { figure: FrozenFigure; sha256: string; reproduction: Reproduction }

/** The figures of a version, from what was kept alone, and beside each whether today's results still say the same. */
export async function readFigures(
  access: ProjectAccess,
  version: Pick<ReportVersion, 'snapshotIds'>,
): Promise<ReadFigure[]> {
  const kept = await access.queries.reports.figures(version)
  return Promise.all(
    kept.map(async ({ sha256, content }) => {
      invariant(hash('sha256', content, 'hex') === sha256, `figure ${sha256} is as it was kept`)
      // Written by freezeFigure and unchanged, as its hash says; `format` tells the shapes apart.
      const figure = JSON.parse(content) as FrozenFigure
      const { grid } = await readComparison(access, figure.comparison)
      return { figure, sha256, reproduction: reproduceFigure(figure.grid, grid) }
    }),
  )
}
