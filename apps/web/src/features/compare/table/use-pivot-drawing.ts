'use client'

import type { GridTable } from '@assay/domain/compare/grid'
import { baseLines } from '@assay/domain/compare/page-grid/base-lines'
import { fixesNewest } from '@assay/domain/compare/page-grid/newest-column'
import type { PageTable } from '@assay/domain/compare/page-grid/page-grid'
import { bugLines, columnBugs, historyReach } from '@assay/domain/compare/render/heat-context'
import { cellMarker } from '@assay/domain/compare/verdict-marks'
import { useMemo } from 'react'
import { CHART_PARAMETER } from '../surface/chart-parameter.ts'
import type { LiveGrid } from '../surface/shown-grid.ts'
import type { CellDrawing } from './pivot-cell.tsx'
import type { RowLinks } from './pivot-row.tsx'

type Options = {
  project: string
  index: number
  shown: LiveGrid
  table: GridTable
  prepared: PageTable
  isHeat: boolean
  /** The address that opens the chart of a row on another page; null for this page. */
  chartsAt: string | null
}

/** Values that all lines of a table share, computed once, so that a line is drawn again only when it changes. */
export function usePivotDrawing({ project, index, shown, table, prepared, isHeat, chartsAt }: Options) {
  const { grid, noteNumbers } = shown.page
  const drawing = useMemo(
    (): CellDrawing => ({
      project,
      table: index,
      show: grid.show,
      digits: prepared.digits,
      noteNumbers,
      markOf: cellMarker(grid),
      isHeat,
      newest: prepared.newest?.column ?? null,
      isNewestFixed: fixesNewest(grid, table),
      base: baseLines(table),
      hasBaseValues: !isHeat && grid.show === 'relative',
    }),
    [project, index, grid, prepared, noteNumbers, isHeat, table],
  )
  const links = useMemo((): RowLinks => {
    const show = shown.comparison.show === 'absolute' ? { show: null } : {}
    return {
      chartHref: (chart) =>
        chartsAt === null ? shown.hrefWith({ [CHART_PARAMETER]: chart }) : `${chartsAt}&${CHART_PARAMETER}=${chart}`,
      baseHref: (rowIndex) => {
        const base = prepared.rows[rowIndex]?.base ?? null
        return base === null ? null : shown.hrefWith({ base, ...show })
      },
    }
  }, [shown, prepared, chartsAt])
  // Versions have an order, so that the ratios of a row are a history.
  const { history, bugs } = useMemo(() => {
    const isOverVersions = isHeat && prepared.newest !== null
    return isOverVersions
      ? { history: historyReach(table), bugs: bugLines(columnBugs(table)) }
      : { history: null, bugs: [] }
  }, [isHeat, table, prepared])
  return { drawing, links, history, bugs }
}
