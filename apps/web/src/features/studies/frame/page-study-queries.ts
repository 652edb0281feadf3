import type { StudyQueries } from '@assay/domain/compare/studies/pages/study-queries'
import { cache } from 'react'
import { resultPath } from '../../../paths.ts'
import { api } from '../../../trpc/server-caller.ts'
import { askComparison } from './ask-grid.ts'

// A step with several metrics needs the samples of one run, which are fetched once.
const runOf = cache(async (project: string, runId: string) => (await api()).runs.get({ project, runId }))

/** Runs the queries of a study page with the permissions of the visitor. */
export const studyQueries = (project: string): StudyQueries => ({
  comparison: (comparison) => askComparison(project, comparison),
  async metrics() {
    const { metrics } = await (await api()).comparisons.builder({ project, query: '' })
    return metrics.map(({ name }) => name)
  },
  configs: async () => (await api()).configs.list({ project }),
  async samples(runId, test) {
    const { results } = await runOf(project, runId)
    const result = results.find((one) => one.test === test && one.samples.length > 0)
    if (result === undefined) return []
    const series = await (await api()).runs.samples({ project, resultId: result.id })
    return series.map((one) => ({ ...one, href: resultPath(project, runId, result.id) }))
  },
})
