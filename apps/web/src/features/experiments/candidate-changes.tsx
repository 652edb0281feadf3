import type { CandidateEvaluation } from '../../trpc/api-types.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/section.tsx'
import style from './experiment.module.css'

/** The change and the flags of each candidate that states them. */
export function CandidateChanges({ candidates }: { candidates: readonly CandidateEvaluation[] }) {
  const shown = candidates.filter(({ diff, commit, flags }) => diff || commit !== null || flags.length > 0)
  if (shown.length === 0) return null
  return (
    <Section title="Changes">
      {shown.map(({ number, description, commit, diff, flags, createdBy }) => (
        <details key={number} className={style.change} open={flags.length > 0}>
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
          {diff && <CodeBlock label={`change of candidate ${number}`} text={diff} />}
        </details>
      ))}
    </Section>
  )
}
