'use client'

import type { PageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { unpackJson } from '@assay/domain/compare/page-grid/unpack-json'
import { useMemo } from 'react'
import { FigureTables, type FigureTablesProps } from './figure-tables.tsx'

/** The tables of a figure, whose numbers cross the wire once, packed, and not as markup and as a tree of components. */
export function PackedFigureTables({ packed, ...tables }: Omit<FigureTablesProps, 'page'> & { packed: string }) {
  const page = useMemo(() => unpackJson<PageGrid>(packed), [packed])
  return <FigureTables page={page} {...tables} />
}
