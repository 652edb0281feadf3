'use client'

import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import { useState } from 'react'
import { usePageGrid } from '../surface/page-grid-context.tsx'
import { HeatLegend } from './heat-map-legend.tsx'
import { PivotTable } from './pivot-table.tsx'
import { MAX_ROWS_AT_ONCE } from './use-visible-rows.ts'

/** A table with more columns is a heat map, because nobody reads hundreds of numbers. */
const MAX_NUMBER_COLUMNS = 12

type Props = {
  project: string
  cell?: CellRef | null
  /** Indexes of the tables to draw; all when absent. */
  only?: readonly number[]
  chartsAt?: string | null
}

/** All tables of the page. Wide tables of ratios are heat maps unless the reader asks for numbers. */
export function PivotTables({ project, cell = null, only, chartsAt = null }: Props) {
  const shown = usePageGrid()
  const [wantsNumbers, setWantsNumbers] = useState(false)
  if (shown === null) return null
  const { grid } = shown.page
  const isWide = grid.show === 'relative' && grid.tables.some(({ columns }) => columns.length > MAX_NUMBER_COLUMNS)
  const isHeat = isWide && !wantsNumbers
  let rowsAbove = 0
  const drawn = grid.tables.flatMap(({ key, metric, groups }, index) => {
    if (only?.includes(index) === false) return []
    const isBelow = rowsAbove > MAX_ROWS_AT_ONCE
    rowsAbove += groups.reduce((sum, { rows }) => sum + rows.length, 0)
    return [{ index, isBelow, id: `${key.label} ${metric}` }]
  })
  return (
    <>
      {isWide && <HeatLegend isHeat={isHeat} setHeat={(wanted) => setWantsNumbers(!wanted)} />}
      {drawn.map(({ index, isBelow, id }) => (
        <PivotTable
          key={id}
          index={index}
          shown={shown}
          project={project}
          cell={cell}
          chartsAt={chartsAt}
          isHeat={isHeat}
          isBelow={isBelow}
        />
      ))}
    </>
  )
}
