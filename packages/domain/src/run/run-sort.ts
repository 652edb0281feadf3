import { z } from 'zod'

/** Keys by which a list of runs can be sorted. */
export const RunSortKey = z.enum([
  'received',
  'started',
  'product',
  'version',
  'build',
  'config',
  'hardware',
  'benchmark',
  'workload',
  'results',
])
export type RunSortKey = z.infer<typeof RunSortKey>

export const RunSort = z.object({ key: RunSortKey, direction: z.enum(['ascending', 'descending']) })
export type RunSort = z.infer<typeof RunSort>

/** Newest first. */
export const DEFAULT_RUN_SORT: RunSort = { key: 'received', direction: 'descending' }
