import { summarizeFlags } from '@assay/domain/run/validity/summarize-flags'
import type { RunDetails } from '../../../trpc/api-types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { countOf } from '../../../ui/format-count.ts'
import style from './run-flags.module.css'

/** Summary of the validity flags of a run, shown before its numbers. */
export function RunFlags({ run }: { run: RunDetails }) {
  const summaries = summarizeFlags(run.results)
  if (summaries.length === 0) return null
  return (
    <section aria-label="Validity" className={style.badges}>
      <ul>
        {summaries.map(({ code, word, severity, about, results, first, text, same }) => (
          <li key={code}>
            <Badge tone={severity === 'excludes' ? 'warn' : 'plain'}>{word}</Badge>{' '}
            {same ? (
              text
            ) : (
              <>
                {about}: <a href={`#result-${run.results[first]?.id}`}>see each result</a>.
              </>
            )}{' '}
            <span className={style.count}>
              {results === run.results.length && results > 1
                ? `All ${countOf(results, 'result')}`
                : `${results} of ${countOf(run.results.length, 'result')}`}
              {severity === 'excludes' ? ', excluded from the bands and means of comparisons.' : '.'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
