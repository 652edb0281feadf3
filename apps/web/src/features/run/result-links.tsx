import type { ResultDetails } from '../../trpc/api-types.ts'
import style from './result-charts.module.css'

type Props = {
  label: string
  results: readonly ResultDetails[]
  /** Id of the result that the section shows. */
  shown: string
  pathOf: (resultId: string) => string
}

/** Links to the results that a section of a run can show. */
export function ResultLinks({ label, results, shown, pathOf }: Props) {
  return (
    <nav aria-label={label} className={style.others}>
      {results.map(({ id, test, clients }) => (
        <a key={id} href={pathOf(id)} aria-current={id === shown ? 'true' : undefined}>
          {test} · {clients}
        </a>
      ))}
    </nav>
  )
}
