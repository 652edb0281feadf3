import { hash } from 'node:crypto'
import type { ReportVersion, StoredFigure } from '@assay/db/types'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { type Reproduction, reproduceFigure } from '@assay/domain/publish/report/reproduce-figure'
import type { SharedFigure } from '@assay/domain/publish/share/shared-content'
import { invariant } from '@assay/domain/result'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readComparison } from '../comparisons/read-comparison.ts'

export type FrozenFigureContent = { figure: FrozenFigure; sha256: string }
export type ReadFigure = FrozenFigureContent & { reproduction: Reproduction }

/** Reads the frozen figures of a version. */
export async function readFrozenFigures(
  { queries }: ProjectAccess,
  version: Pick<ReportVersion, 'snapshotIds'>,
): Promise<FrozenFigureContent[]> {
  const stored = await queries.reports.figures(version)
  return stored.map((one) => {
    const figure = parseFrozenFigure(one)
    invariant(figure?.format === 1, `figure ${one.sha256} has the format in which it was stored`)
    return { sha256: one.sha256, figure }
  })
}

/** Parses a frozen figure; null when the stored content has another hash. */
export function parseFrozenFigure({ sha256, content }: StoredFigure): SharedFigure | null {
  if (hash('sha256', content, 'hex') !== sha256) return null
  // The hash proves that the content is what the freezing function wrote; `format` distinguishes the shapes.
  return JSON.parse(content) as SharedFigure
}

/** Reads the figures and compares each with the current results. */
export async function readReproducedFigures(
  access: ProjectAccess,
  version: Pick<ReportVersion, 'snapshotIds'>,
): Promise<ReadFigure[]> {
  return Promise.all(
    (await readFrozenFigures(access, version)).map(async (frozen) => {
      const { grid } = await readComparison(access, frozen.figure.comparison)
      return { ...frozen, reproduction: reproduceFigure(frozen.figure.grid, grid) }
    }),
  )
}
