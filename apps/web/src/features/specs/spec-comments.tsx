import { type Feedback, statusOf } from '@assay/domain/specs/feedback'
import { collectedSuggestions } from '@assay/domain/specs/text/draft-revision'
import { threadLength } from '@assay/domain/specs/thread'
import { type ComponentProps, Suspense } from 'react'
import type { SpecPage } from '../../trpc/api-types.ts'
import { AnswerSeveral } from './answer-several.tsx'
import { CommentCard } from './comment-card.tsx'
import { commentFacts } from './comment-facts.ts'
import { commentMarkup, namesIn } from './comment-markup.ts'
import { DraftRevision } from './draft-revision.tsx'
import { FilteredComments } from './filtered-comments.tsx'
import { MarkAllDone } from './mark-all-done.tsx'
import type { ShownFeedback } from './prepare-spec.ts'
import style from './spec-screen.module.css'

/** More comments than this are rendered after the text was sent. */
const MANY = 100

type Props = {
  project: string
  page: SpecPage
  feedback: ShownFeedback
  /** True while comments can be added or answered. */
  isOpen: boolean
}

/**
 * All comments in the order of the text. When there are many, the text and its form are rendered first, so that they
 * respond sooner; without a script the comments are in the appendix.
 */
export function SpecComments(props: Props) {
  const { length } = props.feedback.ordered
  if (length === 0) return null
  if (length <= MANY) return <Comments {...props} />
  const waiting = (
    <p className={style.hint}>
      {length} comments, all of them in the <a href="#appendix">appendix</a>.
    </p>
  )
  return (
    <Suspense fallback={waiting}>
      <AfterText {...props} />
    </Suspense>
  )
}

async function AfterText(props: ComponentProps<typeof Comments>) {
  await new Promise((resolve) => setImmediate(resolve))
  return <Comments {...props} />
}

function Comments({ project, page, feedback: { ordered, placements }, isOpen }: Props) {
  const { name, spec, state, rights, mine } = page
  const names = namesIn(spec)
  const headings = new Map(page.revision.blocks.map(({ id, kind, text }) => [id, kind === 'heading' ? text : null]))
  const shown = ordered.map((feedback) => ({
    number: feedback.number,
    facts: commentFacts(feedback, {
      section: sectionOf(feedback, placements, headings),
      isMine: mine.includes(feedback.number),
    }),
    card: (
      <CommentCard
        project={project}
        name={name}
        feedback={feedback}
        placement={placements.get(feedback.number) ?? null}
        revision={spec.revision}
        suggestedRevision={page.suggestedRevisions.find((one) => one.feedback === feedback.number)?.revision ?? null}
        confirmableRedactions={page.confirmableRedactions.filter((one) => one.feedback === feedback.number)}
        isFunctional={spec.kind === 'functional'}
        me={page.me}
        markup={commentMarkup(feedback, names)}
        may={{
          answer: isOpen && (rights.includes('answer') || (state === 'meeting' && rights.includes('draft-answer'))),
          confirm: isOpen && rights.includes('answer'),
          say: mine.includes(feedback.number),
          withdraw: isOpen && mine.includes(feedback.number) && statusOf(feedback) === 'open',
          redact:
            rights.includes('hand-over') ||
            mine.includes(feedback.number) ||
            feedback.replies.some(({ by }) => by.key === page.me),
          discuss: isOpen && (rights.includes('feedback') || rights.includes('answer')),
        }}
      />
    ),
  }))
  return (
    <>
      {isOpen && rights.includes('answer') && (
        <>
          <DraftRevision project={project} name={name} collected={collectedSuggestions(spec).map(collectedFacts)} />
          <MarkAllDone project={project} name={name} done={page.suggestedRevisions} />
          <AnswerSeveral project={project} name={name} open={ordered.filter(isUnanswered).map(openFacts)} />
        </>
      )}
      <FilteredComments comments={shown} />
    </>
  )
}

const isUnanswered = (feedback: Feedback) => statusOf(feedback) === 'open'

const openFacts = (feedback: Feedback) => ({
  ...{ number: feedback.number, reviewer: feedback.giver.name, body: feedback.body, seen: threadLength(feedback) },
})

const collectedFacts = ({ number }: Feedback) => ({ number })

/** The heading above the text of a comment; empty for a comment on the whole spec. */
function sectionOf(
  { number, anchor }: Feedback,
  placements: ShownFeedback['placements'],
  headings: ReadonlyMap<string, string | null>,
): string {
  const block = placements.get(number)?.block ?? null
  if (block === null) return ''
  const above = [...headings].slice(0, [...headings.keys()].indexOf(block) + 1)
  return above.findLast(([, text]) => text !== null)?.[1] ?? anchor.headings.at(-1) ?? ''
}
