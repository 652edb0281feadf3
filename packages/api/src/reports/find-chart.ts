import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { drawFigure } from '@assay/domain/publish/report/drawn-figure'
import { figuresOf, readReportText } from '@assay/domain/publish/report/report-text'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { readFrozenFigures } from './read-frozen-figures.ts'

/** Finds a frozen chart of a figure of a version, each counted from 1; null if it does not exist. */
export async function findChart(
  access: ProjectAccess,
  { slug, number, figure, chart }: { slug: string; number: number; figure: number; chart: number },
): Promise<ChartModel | null> {
  const version = await access.queries.reports.findVersion(slug, number)
  if (version === null) return null
  const requestedFigure = figuresOf(readReportText(version.content.text))[figure - 1]
  const frozenFigure = (await readFrozenFigures(access, version))[figure - 1]
  if (requestedFigure === undefined || frozenFigure === undefined) return null
  return drawFigure(requestedFigure, frozenFigure.figure, { number: figure, origin: '' }).models[chart - 1] ?? null
}
