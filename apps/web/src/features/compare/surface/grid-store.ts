'use client'

import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { client } from '../../../trpc/client.ts'

/** The tables of the page as numbers, and the comparison that they answer. */
export type LoadedGrid = { grid: Grid; comparison: Comparison }

// Stored results never change, so what was fetched once is good until the page goes.
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: 1 } },
})

const gridQuery = (project: string, query: string) => ({
  queryKey: ['grid', project, query],
  queryFn: (): Promise<LoadedGrid> => client.comparisons.grid.query({ project, query }),
})

/** Fetches the numbers before they are asked for: the pointer is on the table, so they soon will be. */
export const prefetchGrid = (project: string, query: string) => queries.prefetchQuery(gridQuery(project, query))

/** The numbers of the tables; the page itself is drawn by the server and does not carry them twice. */
export const useGrid = (project: string, query: string) => useQuery(gridQuery(project, query), queries)
