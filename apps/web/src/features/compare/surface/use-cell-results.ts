'use client'

import { useQuery } from '@tanstack/react-query'
import { client } from '../../../trpc/client.ts'
import type { CellQuery } from './cell-query.ts'

/** Loads the results behind a cell and its base; every part of the details that asks for them shares one request. */
export const useCellResults = (project: string, mine: CellQuery | null, base: CellQuery | null) =>
  useQuery({
    queryKey: ['cell', project, mine, base],
    enabled: mine !== null,
    queryFn: async () => {
      const ask = (cell: CellQuery | null) => (cell === null ? [] : client.comparisons.cell.query({ project, ...cell }))
      const [own, divisor] = await Promise.all([ask(mine), ask(base)])
      return { own, base: divisor }
    },
  })

export type CellResults = NonNullable<ReturnType<typeof useCellResults>['data']>
