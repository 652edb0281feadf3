import type { Comparison } from '@assay/domain/compare/comparison'
import { ALL_STATISTICS } from '@assay/domain/compare/studies/response-times'
import { shortStatistic, statisticWords } from '@assay/domain/compare/studies/statistic-words'
import { studyPagePath } from '../study-href.ts'
import style from './quality-of-service.module.css'

type Props = { project: string; comparison: Comparison; statistics: readonly string[]; statistic: string }

const SHOWS: readonly { show: Comparison['show']; words: string }[] = [
  { show: 'both', words: 'values and ratios' },
  { show: 'absolute', words: 'values' },
  { show: 'relative', words: 'ratios' },
]

/**
 * Selects the statistic of response times, and values or ratios. They are links, so that the address contains the
 * choice.
 */
export function QualityChoices({ project, comparison, statistics, statistic }: Props) {
  const href = (other: Comparison, response: string) =>
    `${studyPagePath(project, 'quality-of-service', other)}&response=${encodeURIComponent(response)}`
  return (
    <div className={style.choices}>
      <Choices label="Response time">
        {[...statistics, ALL_STATISTICS].map((one) => (
          <li key={one}>
            <a
              href={href(comparison, one)}
              aria-current={one === statistic ? 'true' : undefined}
              title={statisticWords(one)}
            >
              {shortStatistic(one)}
            </a>
          </li>
        ))}
      </Choices>
      <Choices label="Show">
        {SHOWS.map(({ show, words }) => (
          <li key={show}>
            <a
              href={href({ ...comparison, show }, statistic)}
              aria-current={show === comparison.show ? 'true' : undefined}
            >
              {words}
            </a>
          </li>
        ))}
      </Choices>
    </div>
  )
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <ul>{children}</ul>
    </nav>
  )
}
