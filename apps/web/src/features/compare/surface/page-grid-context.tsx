'use client'

import { sortRows } from '@assay/domain/compare/cells/sort-rows'
import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { unpackJson } from '@assay/domain/compare/page-grid/pack-json'
import type { PageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { sortParameter, withParameters } from '@assay/domain/compare/page-grid/page-query'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useMemo, useRef, useState, useTransition } from 'react'
import type { LiveGrid } from './shown-grid.ts'

type Sort = Comparison['sort']

const PageGridContext = createContext<LiveGrid | null>(null)

/** Returns the grid that the page carries; null on pages that load it on demand. */
export const usePageGrid = (): LiveGrid | null => useContext(PageGridContext)

type Props = {
  /** A page grid, packed by the server, because a page must not carry its numbers as markup and as data. */
  packed: string
  comparison: Comparison
  /** Address of the page without a query, and the query of the tables. */
  path: string
  query: string
  children: ReactNode
}

/** Unpacks the tables of a page once, for all components that draw them. */
export function PageGridProvider({ packed, comparison, path, query, children }: Props) {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const delivered = useMemo(() => unpackJson<PageGrid>(packed), [packed])
  // The server sorts rows, so the order of the benchmark is only known from an unsorted table of the same comparison.
  const unsorted = useRef<{ query: string; page: PageGrid } | null>(null)
  const withoutSort = withParameters(query, { sort: null })
  if (delivered.sort.kind === 'order') unsorted.current = { query: withoutSort, page: delivered }
  const [chosen, setChosen] = useState<{ packed: string; sort: Sort } | null>(null)
  const sort = chosen?.packed === packed ? chosen.sort : delivered.sort

  const shown = useMemo((): LiveGrid => {
    const parameter = sortParameter(sort)
    const isDelivered = parameter === sortParameter(delivered.sort)
    const source = unsorted.current?.query === withoutSort ? unsorted.current.page : delivered
    const hrefWith = (changes: Readonly<Record<string, string | null>>) =>
      `${path}?${withParameters(query, { sort: parameter, ...changes })}`
    return {
      page: isDelivered ? delivered : sortPage(source, sort),
      comparison: { ...comparison, sort },
      query: withParameters(query, { sort: parameter }),
      hrefWith,
      sortBy: (next) => {
        setChosen({ packed, sort: next })
        // Links and exports around the table follow from the server, which the sorted table does not wait for.
        startTransition(() => router.push(hrefWith({ sort: sortParameter(next) }), { scroll: false }))
      },
    }
  }, [delivered, sort, comparison, packed, path, query, router, withoutSort])
  return <PageGridContext value={shown}>{children}</PageGridContext>
}

/** Sorts the rows of each group, and what they have besides their cells. */
function sortPage(page: PageGrid, sort: Sort): PageGrid {
  const { show } = page.grid
  const sorted = page.grid.tables.map((table, at) => {
    const before = page.tables[at]?.rows ?? []
    const besides = new Map(table.groups.flatMap(({ rows }) => rows).map((row, rowIndex) => [row, before[rowIndex]]))
    const groups = table.groups.map((group) => ({ ...group, rows: sortRows(group.rows, sort, show) }))
    const rows = groups.flatMap((group) => group.rows.flatMap((row) => besides.get(row) ?? []))
    return { table: { ...table, groups }, rows }
  })
  const grid: Grid = { ...page.grid, tables: sorted.map(({ table }) => table) }
  const tables = page.tables.map((table, at) => ({ ...table, rows: sorted[at]?.rows ?? [] }))
  return { ...page, grid, tables, sort }
}
