'use client'

import { specReadersPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import { CloseMeetingForm } from './close-meeting-form.tsx'
import style from './form.module.css'
import { InviteForm } from './invite-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useAct } from './use-act.ts'

/** The facts it shows and no more: all of them are sent to the browser, and a page holds a long text twice over. */
export type ReviewFacts = Pick<SpecPage, 'name' | 'state' | 'missing' | 'checks'> & {
  spec: Pick<SpecPage['spec'], 'owner' | 'coAuthors' | 'readers'>
}

type Props = { project: string; page: ReviewFacts }

/** What the authors of a spec do next with its review. */
export function ReviewPanel({ project, page }: Props) {
  const { name, spec, state, missing, checks } = page
  const { act, busy, failure } = useAct(project, name)
  const step = (label: string, action: object) => (
    <button type="button" className={button.button} disabled={busy} onClick={() => void act(action)}>
      {label}
    </button>
  )
  return (
    <div className={style.card}>
      <h3>Review</h3>
      {spec.readers.length > 0 && (
        <p className={style.faint}>Invited: {spec.readers.map(({ who }) => who.name).join(', ')}</p>
      )}
      <a href={specReadersPath(project, name)}>Readers, and who opened it</a>
      {(state === 'draft' || state === 'in-review') && (
        <InviteForm
          project={project}
          name={name}
          known={[spec.owner, ...spec.coAuthors, ...spec.readers.map(({ who }) => who)].map(({ key }) => key)}
        />
      )}
      {state === 'draft' && <ScheduleForm act={act} busy={busy} checks={checks} />}
      {state === 'in-review' && step('Begin the meeting', { kind: 'hold' })}
      {state === 'meeting' && <CloseMeetingForm act={act} busy={busy} />}
      {state === 'resolving' && (
        <>
          {missing.length > 0 && (
            <ul className={style.list} aria-label="What is missing">
              {missing.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {step('Resolve', { kind: 'resolve' })}
        </>
      )}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
