import type { SpecPage } from '../../trpc/answers.ts'
import { FeedbackCard } from './feedback-card.tsx'
import { GiveFeedback } from './give-feedback.tsx'
import type { ShownFeedback } from './prepare-spec.ts'
import { type ReviewFacts, ReviewPanel } from './review-panel.tsx'
import style from './spec-screen.module.css'

type Props = { project: string; page: SpecPage; feedback: ShownFeedback; isSignedIn: boolean }

/** Beside the text: what its authors do next, what a reader says, and every point in the order of the text. */
export function SpecBeside({ project, page, feedback: { ordered, placements }, isSignedIn }: Props) {
  const { name, spec, state, revision, rights } = page
  const isCurrent = revision.number === spec.revision
  return (
    <aside aria-label="Feedback" className={`${style.beside} no-print`}>
      {isCurrent && rights.includes('steer') && <ReviewPanel project={project} page={factsOf(page)} />}
      {isCurrent && rights.includes('feedback') && !ENDED.has(state) && (
        <GiveFeedback project={project} name={name} revision={revision.number} />
      )}
      {!isSignedIn && <p className={style.hint}>Sign in to give feedback.</p>}
      {ordered.length > 0 && (
        <ol className={style.feedback}>
          {ordered.map((feedback) => (
            <li key={feedback.number}>
              <FeedbackCard
                project={project}
                name={name}
                feedback={feedback}
                placement={placements.get(feedback.number) ?? null}
                revision={spec.revision}
                may={{
                  answer: isCurrent && rights.includes('draft-answer') && !ENDED.has(state),
                  say: page.mine.includes(feedback.number),
                }}
              />
            </li>
          ))}
        </ol>
      )}
    </aside>
  )
}

const ENDED: ReadonlySet<SpecPage['state']> = new Set(['resolved', 'withdrawn', 'superseded'])

const factsOf = ({ name, state, missing, checks, spec: { owner, coAuthors, readers } }: SpecPage): ReviewFacts => ({
  ...{ name, state, checks, spec: { owner, coAuthors, readers } },
  missing: state === 'resolving' ? missing : [],
})
