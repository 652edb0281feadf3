'use client'

import type { GridTable } from '@assay/domain/compare/grid'
import { heatCell } from '@assay/domain/compare/render/heat-map'
import { memo, type PointerEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import style from './table-minimap.module.css'

/** Height of the map in pixels, and the largest height of a row in it. */
const MAX_HEIGHT = 96
const MAX_ROW = 4

type Props = { table: GridTable; scrolled: RefObject<HTMLElement | null> }

type Part = { left: number; width: number; top: number; height: number }

/**
 * All cells of a heat map that is wider than the window, with a frame around those in view. A click or dragging scrolls
 * the table. Its region scrolls by keyboard, so that the map is only for the pointer.
 */
export const TableMinimap = memo(function TableMinimap({ table, scrolled }: Props) {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    const region = scrolled.current
    if (region === null) return
    const measure = () => setPart(visiblePart(region))
    const observer = new ResizeObserver(measure)
    observer.observe(region)
    region.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      region.removeEventListener('scroll', measure)
    }
  }, [scrolled])
  const rows = useMemo(() => table.groups.flatMap((group) => group.rows), [table])
  const paths = useMemo(() => heatPaths(rows), [rows])
  const scroll = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    const region = scrolled.current
    if (region === null || part === null || buttons === 0) return
    const box = currentTarget.getBoundingClientRect()
    region.scrollLeft = ((clientX - box.left) / box.width - part.width / 2) * region.scrollWidth
    region.scrollTop = ((clientY - box.top) / box.height - part.height / 2) * region.scrollHeight
  }
  // A table that fits needs no map; the first drawing does not know its width yet.
  if (part !== null && part.width >= 1) return null
  const columns = table.columns.length
  return (
    <svg
      className={`${style.map} needs-script no-print`}
      viewBox={`0 0 ${columns} ${rows.length}`}
      preserveAspectRatio="none"
      style={{ height: Math.min(MAX_HEIGHT, rows.length * MAX_ROW) }}
      aria-hidden="true"
      data-minimap=""
      onPointerDown={scroll}
      onPointerMove={scroll}
    >
      {[...paths].map(([look, d]) => (
        <path key={look} data-look={look} d={d} />
      ))}
      {part !== null && (
        <rect
          className={style.view}
          x={part.left * columns}
          width={part.width * columns}
          y={part.top * rows.length}
          height={part.height * rows.length}
        />
      )}
    </svg>
  )
})

const visiblePart = (region: HTMLElement): Part => ({
  left: region.scrollLeft / region.scrollWidth,
  width: region.clientWidth / region.scrollWidth,
  top: region.scrollTop / region.scrollHeight,
  height: region.clientHeight / region.scrollHeight,
})

/** The cells of each color as one path, because an element for each cell would be thousands. */
function heatPaths(rows: readonly GridTable['groups'][number]['rows'][number][]): Map<string, string> {
  const paths = new Map<string, string>()
  for (const [y, { cells }] of rows.entries()) {
    for (const [x, cell] of cells.entries()) {
      if (cell.value === null) continue
      const { state, step, tone } = heatCell(cell)
      const look = state === 'change' ? `${tone}-${step}` : state
      paths.set(look, `${paths.get(look) ?? ''}M${x} ${y}h1v1h-1z`)
    }
  }
  return paths
}
