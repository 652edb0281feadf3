import type { RunDetails } from '../../trpc/api-types.ts'
import { comparisonPath } from '../compare/comparison-path.ts'
import style from './compare-with.module.css'
import { comparisonsOfRun } from './comparisons-of-run.ts'

/** Links to comparisons of this run with similar runs. */
export function CompareWith({ project, run }: { project: string; run: RunDetails }) {
  return (
    <ul className={style.links}>
      {comparisonsOfRun(run).map(({ title, comparison }) => (
        <li key={title}>
          <a href={comparisonPath(project, comparison)}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
