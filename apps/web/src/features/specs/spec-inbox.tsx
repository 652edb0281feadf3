import type { InboxKind } from '@assay/domain/specs/inbox'
import { specPath } from '../../paths.ts'
import type { SpecInboxItems } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-inbox.module.css'

const TITLES: Record<InboxKind, string> = {
  'to-answer': 'to answer',
  'to-do': 'accepted, still to be done',
  review: 'to review',
  mention: 'mentions of you',
}

/** Items that wait for the visitor in the specs of the project, with links to the comments. */
export function SpecInbox({ project, inbox }: { project: string; inbox: SpecInboxItems }) {
  if (inbox.length === 0) return null
  const count = inbox.reduce((sum, { feedback }) => sum + Math.max(1, feedback.length), 0)
  return (
    <section aria-labelledby="spec-inbox" className={style.inbox}>
      <h2 id="spec-inbox">Waiting for you ({count})</h2>
      <ul>
        {inbox.map(({ kind, spec, title, feedback, due }) => (
          <li key={`${spec} ${kind}`}>
            <a href={specPath(project, spec)}>{`${spec} ${title}`}</a>{' '}
            {due === null ? `${TITLES[kind]}: ` : `${TITLES[kind]} until ${formatDate(due)}`}
            {feedback.map((number) => (
              <a key={number} href={`${specPath(project, spec)}#card-F-${number}`}>{`F-${number}`}</a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
