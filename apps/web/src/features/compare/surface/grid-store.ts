'use client'

import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { client } from '../../../trpc/client.ts'
import { usePageGrid } from './page-grid-context.tsx'

/** The tables of the page as data, and their comparison. */
export type LoadedGrid = { grid: Grid; comparison: Comparison }

// Stored results never change, so a response stays valid until the page is left.
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1 } },
})

const gridQuery = (project: string, query: string) => ({
  queryKey: ['grid', project, query],
  queryFn: (): Promise<LoadedGrid> => client.comparisons.grid.query({ project, query }),
})

/** Prefetches the data when the pointer enters the table, because details are likely to be opened. */
export const prefetchGrid = (project: string, query: string) => queries.prefetchQuery(gridQuery(project, query))

/** Returns the tables of the page; a page without them as data fetches them. */
export function useLoadedGrid(project: string, query: string) {
  const shown = usePageGrid()
  const page = shown === null ? undefined : { grid: shown.page.grid, comparison: shown.comparison }
  const { data, error, refetch } = useQuery({ ...gridQuery(project, query), enabled: page === undefined }, queries)
  return page === undefined ? { data, error, refetch } : { data: page, error: null, refetch }
}
