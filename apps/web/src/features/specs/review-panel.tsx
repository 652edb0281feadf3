'use client'

import type { ReactNode } from 'react'
import { specAgendaPath, specMeetingPath, specReviewersPath } from '../../paths.ts'
import type { SpecPage, SpecPeople } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { CloseMeetingForm } from './close-meeting-form.tsx'
import { ErratumForm } from './erratum-form.tsx'
import style from './form.module.css'
import { InviteForm } from './invite-form.tsx'
import { RecordForm } from './record-comment-form.tsx'
import { RefusalNote } from './refusal-note.tsx'
import {
  CoAuthorForm,
  HandOverForm,
  OutcomeForm,
  PostponeForm,
  ReopenForm,
  ScribeForm,
  SupersedeForm,
  WithdrawForm,
} from './review-forms.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useAct } from './use-act.ts'

/**
 * Only the facts that the panel shows, because all of them are sent to the browser, and a page already contains a long
 * text twice.
 */
export type ReviewFacts = Pick<SpecPage, 'name' | 'state' | 'missing' | 'checks' | 'rights'> & {
  spec: Pick<SpecPage['spec'], 'owner' | 'coAuthors' | 'readers' | 'rounds' | 'outcome'>
  revision: Pick<SpecPage['revision'], 'number'>
  headings: readonly { id: string; text: string }[]
}

type Props = { project: string; page: ReviewFacts; people: SpecPeople }

/** The next step of a review for its authors, and their other actions below. */
export function ReviewPanel({ project, page, people }: Props) {
  const { name, spec, state, missing, checks, rights } = page
  const { act, busy, ...refused } = useAct(project, name)
  const steers = rights.includes('steer')
  const isOn = state === 'in-review' || state === 'meeting' || state === 'resolving'
  const step = (label: string, action: object) => (
    <Button variant="primary" disabled={busy} onClick={() => void act(action)}>
      {label}
    </Button>
  )
  return (
    <div className={style.card}>
      <h2>Review</h2>
      {spec.readers.length > 0 && (
        <p className={style.faint}>Invited: {spec.readers.map(({ who }) => who.name).join(', ')}</p>
      )}
      <p className={style.links}>
        {steers && <a href={specReviewersPath(project, name)}>Reviewers and opened revisions</a>}
        {isOn && (
          <>
            <a href={specMeetingPath(project, name)}>
              {state === 'meeting' ? 'Record the meeting' : 'Comments one by one'}
            </a>
            <a href={specAgendaPath(project, name)}>Agenda</a>
          </>
        )}
      </p>
      {steers && (
        <>
          {(state === 'draft' || state === 'in-review') && (
            <InviteForm
              project={project}
              name={name}
              known={[spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)}
            />
          )}
          {state === 'draft' && <ScheduleForm project={project} name={name} checks={checks} />}
          {state === 'in-review' &&
            (isWithoutMeeting(page)
              ? step('End the comment period', { kind: 'end-comments' })
              : step('Start the meeting', { kind: 'hold' }))}
          {state === 'meeting' && <CloseMeetingForm project={project} name={name} />}
          {state === 'resolving' && (
            <>
              {missing.length > 0 && refused.missing.length === 0 && (
                <ul className={style.list} aria-label="What is missing">
                  {missing.map(({ message, feedback }) => (
                    <li key={message}>{feedback === undefined ? message : linked(message, feedback)}</li>
                  ))}
                </ul>
              )}
              {step('Resolve', { kind: 'resolve' })}
            </>
          )}
        </>
      )}
      <RefusalNote {...refused} />
      <MoreActions {...{ project, page, people }} />
    </div>
  )
}

/** The forms of the other actions that the state of the review and the rights of the visitor allow. */
function MoreActions({ project, page, people }: Props) {
  const { name, spec, state, rights } = page
  const mayEdit = rights.includes('steer')
  const isIn = (...states: SpecPage['state'][]) => mayEdit && states.includes(state)
  const isOpen = isIn('draft', 'in-review', 'meeting', 'resolving')
  const form = { project, page, people }
  return (
    <div className={style.more}>
      {isIn('resolved', 'superseded') && (
        <More title={spec.outcome === null ? 'Outcome…' : 'Change outcome…'}>
          {/* A new key after each action, because the default of a select is read only once. */}
          <OutcomeForm key={spec.outcome?.at} {...form} />
        </More>
      )}
      {isIn('resolved', 'superseded') && (
        <More title="Add an erratum…">
          <ErratumForm project={project} name={name} />
        </More>
      )}
      {isIn('resolved') && (
        <More title="Superseded by another spec…">
          <SupersedeForm {...form} />
        </More>
      )}
      {isIn('resolved', 'withdrawn') && (
        <More title="Start another round…">
          <ReopenForm {...form} />
        </More>
      )}
      {isIn('in-review') && (
        <More title={isWithoutMeeting(page) ? 'Change the end of the comments…' : 'Postpone…'}>
          <PostponeForm {...form} />
        </More>
      )}
      {isIn('in-review', 'meeting') && (
        <More title="Set scribe…">
          <ScribeForm key={spec.rounds.at(-1)?.scribe?.key} {...form} />
        </More>
      )}
      {isOpen && (
        <More title="Comment on behalf of another person…">
          <RecordForm {...form} />
        </More>
      )}
      {isOpen && (
        <More title="Add an author…">
          <CoAuthorForm {...form} />
        </More>
      )}
      {rights.includes('hand-over') && (
        <More title="Transfer ownership…">
          <HandOverForm {...form} />
        </More>
      )}
      {isOpen && (
        <More title="Withdraw…">
          <WithdrawForm {...form} />
        </More>
      )}
    </div>
  )
}

const isWithoutMeeting = ({ spec }: ReviewFacts): boolean => spec.rounds.at(-1)?.withoutMeeting === true

function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="needs-script">
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** Returns `F-3 has no response.` with a link to the comment. */
function linked(message: string, feedback: number): ReactNode {
  const id = `F-${feedback}`
  const rest = message.startsWith(id) ? message.slice(id.length) : ` ${message}`
  return (
    <>
      <a href={`#card-${id}`}>{id}</a>
      {rest}
    </>
  )
}
