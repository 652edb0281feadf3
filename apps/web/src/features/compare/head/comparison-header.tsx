import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SaveComparison } from '../../saved/save-comparison.tsx'
import style from './comparison-header.module.css'
import { CopyForBlog } from './copy-for-blog.tsx'
import { arithmeticSentence, countSentence } from './count-sentence.ts'

type Props = {
  project: string
  comparison: Comparison
  grid: Grid
  /** The result in a sentence. */
  headline: string
  /** Title under which the comparison is saved and copied. */
  title: string
  above?: string | undefined
  /** The counts of its cells by default. */
  summary?: string | null
}

/** The head of a comparison: its result, a sentence about its numbers, and the actions to save and to copy it. */
export function ComparisonHeader({ project, comparison, grid, headline, title, above, summary = null }: Props) {
  const query = toQuery(comparison)
  return (
    <PageHeader
      above={above}
      title={headline}
      summary={
        <span className={style.counts}>
          {summary ?? countSentence(grid)} <span className={style.arithmetic}>{arithmeticSentence(comparison)}.</span>
        </span>
      }
      actions={
        <>
          <SaveComparison project={project} query={query} title={title} />
          {grid.tables.length > 0 && <CopyForBlog project={project} query={query} title={title} />}
        </>
      }
    />
  )
}
