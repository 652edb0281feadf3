import { experimentPath } from '../../paths.ts'
import type { CandidateEvaluation } from '../../trpc/api-types.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import style from './experiment.module.css'

/** Up to this many characters all changes are in the page; more are drawn one at a time. */
const MAX_CHARACTERS = 20_000

type Props = {
  project: string
  slug: string
  candidates: readonly CandidateEvaluation[]
  /** Number of the candidate whose change the address asks for. */
  shownChange: number | null
}

/** The change and the flags of each candidate that states them. Long changes are drawn on request. */
export function CandidateChanges({ project, slug, candidates, shownChange }: Props) {
  const isShort = candidates.reduce((sum, { diff }) => sum + (diff?.length ?? 0), 0) <= MAX_CHARACTERS
  const shown = candidates.filter(({ diff, commit, flags }) => diff || commit !== null || flags.length > 0)
  if (shown.length === 0) return null
  return (
    <Section title="Changes">
      {shown.map(({ number, description, commit, diff, flags, createdBy }) => (
        <details
          key={number}
          id={`change-${number}`}
          className={style.change}
          open={flags.length > 0 || number === shownChange}
        >
          <summary>
            {number}: {description}
          </summary>
          <p className={style.reason}>
            Proposed by {createdBy}
            {commit !== null && `, commit ${commit}`}
          </p>
          {flags.length > 0 && (
            <ul>
              {flags.map((flag) => (
                <li key={flag}>{flag}</li>
              ))}
            </ul>
          )}
          {diff &&
            (isShort || number === shownChange ? (
              <CodeBlock label={`change of candidate ${number}`} text={diff} />
            ) : (
              <p>
                <a href={`${experimentPath(project, slug)}?change=${number}#change-${number}`}>
                  Show the change of {formatCount(diff.length)} characters
                </a>
              </p>
            ))}
        </details>
      ))}
    </Section>
  )
}
