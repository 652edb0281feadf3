import { statusOf } from '@assay/domain/spec/spec'
import type { SpecPage, SpecPeople } from '../../trpc/answers.ts'
import { FeedbackCard } from './feedback-card.tsx'
import { GiveFeedback } from './give-feedback.tsx'
import type { ShownFeedback } from './prepare-spec.ts'
import { type ReviewFacts, ReviewPanel } from './review-panel.tsx'
import style from './spec-screen.module.css'

type Props = {
  project: string
  page: SpecPage
  feedback: ShownFeedback
  isSignedIn: boolean
  /** Who may be named on it, for those who name. */
  people: SpecPeople
}

/** Beside the text: what its authors do next, what a reader says, and every point in the order of the text. */
export function SpecBeside({ project, page, feedback: { ordered, placements }, isSignedIn, people }: Props) {
  const { name, spec, state, revision, rights } = page
  const isCurrent = revision.number === spec.revision
  const leads = rights.includes('steer') || rights.includes('hand-over')
  const isOpen = isCurrent && !ENDED.has(state)
  const headings = revision.blocks.flatMap(({ id, kind, text }) => (kind === 'heading' ? [{ id, text }] : []))
  return (
    <aside aria-label="Feedback" className={`${style.beside} no-print`}>
      {isCurrent && leads && <ReviewPanel project={project} page={factsOf(page, headings)} people={people} />}
      {isOpen && rights.includes('feedback') && (
        <GiveFeedback project={project} name={name} revision={revision.number} headings={headings} />
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
                isFunctional={spec.kind === 'functional'}
                may={{
                  answer:
                    isOpen && (rights.includes('answer') || (state === 'meeting' && rights.includes('draft-answer'))),
                  confirm: isOpen && rights.includes('answer'),
                  say: page.mine.includes(feedback.number),
                  withdraw: isOpen && page.mine.includes(feedback.number) && statusOf(feedback) === 'open',
                  redact: rights.includes('hand-over'),
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

function factsOf(page: SpecPage, headings: ReviewFacts['headings']): ReviewFacts {
  const { name, state, missing, checks, rights, revision, spec } = page
  const { owner, coAuthors, readers, rounds, outcome } = spec
  return {
    ...{ name, state, checks, rights, headings },
    spec: { owner, coAuthors, readers, rounds, outcome },
    revision: { number: revision.number },
    missing: state === 'resolving' ? missing : [],
  }
}
