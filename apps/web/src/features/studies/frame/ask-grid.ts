import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { cache } from 'react'
import { api } from '../../../trpc/server-caller.ts'

// The frame of a study and its screen need the same comparison, so it is fetched once for each page.
const ask = cache(async (project: string, query: string) => (await api()).comparisons.grid({ project, query }))

/** Fetches the grid of a comparison with its tl;dr. */
export const askComparison = (project: string, comparison: Comparison) => ask(project, toQuery(comparison))
