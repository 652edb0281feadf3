import type { SpecPage, SpecPeople } from '../../trpc/api-types.ts'
import { CommentForm } from './comment-form.tsx'
import type { ShownFeedback } from './prepare-spec.ts'
import { type ReviewFacts, ReviewPanel } from './review-panel.tsx'
import { SpecComments } from './spec-comments.tsx'
import style from './spec-screen.module.css'

type Props = {
  project: string
  page: SpecPage
  feedback: ShownFeedback
  isSignedIn: boolean
  /** People who can be chosen in forms, for users who may name people. */
  people: SpecPeople
}

/** The sidebar: next steps of the authors, the comment form, and all comments in text order. */
export function SpecSidebar({ project, page, feedback, isSignedIn, people }: Props) {
  const { name, spec, state, revision, rights } = page
  const isCurrent = revision.number === spec.revision
  const leads = rights.includes('steer') || rights.includes('hand-over')
  const isOpen = isCurrent && !ENDED.has(state)
  const headings = revision.blocks.flatMap(({ id, kind, text }) => (kind === 'heading' ? [{ id, text }] : []))
  return (
    <aside aria-label="Comments" className={`${style.beside} no-print`}>
      {isCurrent && leads && <ReviewPanel project={project} page={factsOf(page, headings)} people={people} />}
      {isOpen && rights.includes('feedback') && (
        <CommentForm project={project} name={name} revision={revision.number} me={page.me} headings={headings} />
      )}
      {!isSignedIn && <p className={style.hint}>Sign in to comment.</p>}
      <SpecComments {...{ project, page, feedback, isOpen }} />
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
