'use client'

import { useRouter } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useEffect, useRef, useState } from 'react'
import { specBlockPath } from '../../../paths.ts'
import type { SpecPage } from '../../../trpc/answers.ts'
import { Button } from '../../../ui/button.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useAct, useSentBefore } from '../use-act.ts'
import { useBrowserDraft } from '../use-browser-draft.ts'
import { CommentList } from './comment-list.tsx'
import { CommentView } from './comment-view.tsx'
import { EndMeeting } from './end-meeting.tsx'
import { KeyHelp } from './key-help.tsx'
import style from './meeting.module.css'
import { EMPTY_COMMENT, readDrafts, withoutSent } from './meeting-drafts.ts'
import { MinutesForm } from './minutes-form.tsx'
import { NewCommentForm } from './new-comment-form.tsx'
import type { MeetingComment } from './prepare-meeting.ts'
import { RESPONSE_CHOICES, type ResponseChoice, responseAction } from './response-choices.ts'
import { ResponseField } from './response-field.tsx'
import { splitNames } from './split-names.ts'
import { type Keys, useKeys } from './use-keys.ts'

type Props = {
  project: string
  name: string
  state: SpecPage['state']
  revision: number
  isFunctional: boolean
  points: readonly MeetingComment[]
  headings: readonly { id: string; text: string }[]
  written: { minutes: string; attendance: readonly string[] }
  /** People who are likely in the room. */
  names: readonly string[]
  may: { record: boolean; answer: boolean }
}

type Mode = { kind: 'read' | 'new' | 'end' } | { kind: 'answer'; choice: ResponseChoice }
const READ: Mode = { kind: 'read' }

/** Serializes a response, to compare it with the stored one. */
const saidOf = ({ kind, said }: { kind: string; said: string }): string => `${kind} ${said}`

/** Interval at which changes of other authors are fetched. */
const REFRESH_MS = 8_000

/** Records a meeting as its scribe: one comment after the other, by keyboard only, with the text that each is about. */
export function MeetingScreen(props: Props) {
  const { project, name, state, points, may, isFunctional } = props
  const router = useRouter()
  const isAway = useOffline()
  const { act, busy, ...refused } = useAct(project, name)
  const [drafts, changeDrafts] = useBrowserDraft(`assay-meeting:${project}/${name}`, readDrafts)
  const newest = useRef(drafts)
  newest.current = drafts
  const [chosen, setChosen] = useState<number | null>(null)
  const [mode, setMode] = useState<Mode>(READ)
  const [message, setMessage] = useState('')
  const [keysOn, setKeysOn] = useState(true)
  const [lastAnswered, setLastAnswered] = useState<number | null>(null)
  const stage = useRef<HTMLElement>(null)
  const minutes = useRef<HTMLTextAreaElement>(null)
  const people = useRef<HTMLInputElement>(null)

  const current = points.find(({ number }) => number === chosen) ?? points.find(({ isOpen }) => isOpen) ?? points[0]
  const isOn = state === 'meeting'
  // Authors respond at any time; a scribe writes only during a meeting.
  const mayAnswer = may.answer || (may.record && isOn)
  const mayAdd = may.record && (isOn || may.answer)
  const choices = mayAnswer ? RESPONSE_CHOICES.filter(({ kind }) => kind !== 'moved' || isFunctional) : []

  useEffect(() => {
    if (!isOn || isAway) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isOn, isAway, router])

  /** @returns true when no text was typed during the request; newer text stays */
  const dropAnswer = (number: number, said: string): boolean => {
    const typed = newest.current.answers[number]
    if (typed !== undefined && saidOf(typed) !== said) return false
    changeDrafts(({ answers: { [number]: _stored, ...answers }, ...rest }) => ({ ...rest, answers }))
    return true
  }
  /** Removes the sent text of a new comment from the form. */
  const dropFresh = (said: string): boolean => {
    const isAll = JSON.stringify(newest.current.fresh) === said
    const body: unknown = JSON.parse(said).body
    changeDrafts((before) => ({ ...before, fresh: isAll ? EMPTY_COMMENT : withoutSent(before.fresh, String(body)) }))
    return isAll
  }
  const forms = ['meeting-new', ...Object.keys(drafts.answers).map((number) => `meeting-${number}`)]
  useSentBefore({ project, name, forms }, ({ form, said }) => {
    const number = form.slice('meeting-'.length)
    if (number === 'new') dropFresh(said)
    else dropAnswer(Number(number), said)
  })

  const back = () => {
    setMode(READ)
    stage.current?.focus()
  }
  const go = (number: number | undefined) => {
    if (number === undefined) return
    setChosen(number)
    back()
  }
  const move = (by: 1 | -1) => {
    const at = current === undefined ? -1 : points.indexOf(current)
    go(points[Math.min(Math.max(at + by, 0), points.length - 1)]?.number)
  }
  const nextOpen = (after: MeetingComment) => {
    const at = points.indexOf(after)
    const open = [...points.slice(at + 1), ...points.slice(0, at)].find(({ isOpen, last }) => isOpen && last === null)
    return (open ?? after).number
  }
  const announce = (text: string, { number }: MeetingComment, next: number) => {
    setMessage(text)
    setLastAnswered(number)
    go(next)
  }
  const ask = (choice: ResponseChoice, point: MeetingComment | undefined = current) => {
    if (point === undefined) return
    setChosen(point.number)
    setMode({ kind: 'answer', choice })
    const { last } = point
    changeDrafts((before) => {
      const drafted = before.answers[point.number]
      const text =
        drafted?.kind === choice.kind ? drafted.said : last?.kind === choice.kind ? last.text : (drafted?.said ?? '')
      return { ...before, answers: { ...before.answers, [point.number]: { kind: choice.kind, said: text } } }
    })
  }
  const answer = async (point: MeetingComment, choice: ResponseChoice) => {
    const { number, seen } = point
    const typed = drafts.answers[number]?.said ?? ''
    const serialized = saidOf({ kind: choice.kind, said: typed })
    const next = nextOpen(point)
    if (
      !(await act({ ...responseAction(number, choice, typed), seen }, { form: `meeting-${number}`, said: serialized }))
    )
      return
    const announcement = `${point.id}: ${choice.label}${may.answer ? '' : ', for an author to confirm'}.`
    if (dropAnswer(number, serialized)) announce(announcement, point, next)
    else setMessage(`${announcement} Text typed since then is still here.`)
  }
  const confirm = async () => {
    if (current?.last?.draft !== true || !may.answer) return
    const [point, next] = [current, nextOpen(current)]
    if (await act({ kind: 'confirm', feedback: point.number })) announce(`${point.id}: confirmed.`, point, next)
  }
  const undo = () => {
    const point = points.find(({ number }) => number === lastAnswered) ?? current
    const choice = choices.find(({ kind }) => kind === point?.last?.kind)
    if (choice !== undefined) ask(choice, point)
    else setMessage('No response yet.')
  }
  const open = () => {
    const block = current?.block
    if (block != null) window.open(specBlockPath(project, name, block), '_blank', 'noopener')
  }
  const hold = () => {
    if (state === 'in-review' && may.record) void act({ kind: 'hold' })
  }

  const keys: Keys = {
    j: () => move(1),
    k: () => move(-1),
    ...Object.fromEntries(choices.map((choice) => [choice.key, () => ask(choice)])),
    o: open,
    h: hold,
    ...(may.answer && { c: () => void confirm() }),
    ...(mayAnswer && { u: undo }),
    ...(mayAdd && { n: () => setMode({ kind: 'new' }) }),
    ...(may.record &&
      isOn && {
        i: () => minutes.current?.focus(),
        p: () => people.current?.focus(),
        e: () => setMode({ kind: 'end' }),
      }),
  }
  useKeys(keysOn, keys)

  return (
    <div className={style.meeting}>
      <CommentList points={points} current={current?.number ?? null} onChoose={go} />
      <section ref={stage} className={style.stage} aria-label="Current comment" tabIndex={-1}>
        {state === 'in-review' && may.record && (
          <div className={style.begin}>
            <Button variant="plain" className={`${style.primary} needs-script`} disabled={busy} onClick={hold}>
              Start the meeting <kbd>h</kbd>
            </Button>
            <p>
              {may.answer
                ? 'You can also respond to comments before the meeting.'
                : 'You can write once it has started.'}
            </p>
          </div>
        )}
        {current === undefined ? (
          <p>No open comments. Use “New comment” to add one.</p>
        ) : (
          <CommentView project={project} name={name} point={current} />
        )}
        {current !== undefined && mode.kind === 'answer' && (
          <ResponseField
            key={current.number}
            choice={mode.choice}
            name={current.id}
            text={drafts.answers[current.number]?.said ?? ''}
            busy={busy}
            isDraft={!may.answer}
            onType={(text) =>
              changeDrafts((before) => ({
                ...before,
                answers: { ...before.answers, [current.number]: { kind: mode.choice.kind, said: text } },
              }))
            }
            onStore={() => void answer(current, mode.choice)}
            onLeave={back}
          />
        )}
        {mode.kind === 'new' && (
          <NewCommentForm
            {...{ revision: props.revision, headings: props.headings, names: props.names, isOn, busy, act }}
            point={current}
            fresh={drafts.fresh}
            onType={(fresh) => changeDrafts((before) => ({ ...before, fresh }))}
            onStored={(giver, text) => {
              const isAll = dropFresh(text)
              setMessage(`Comment of ${giver} added.${isAll ? '' : ' Text typed since then is still here.'}`)
              if (isAll) back()
            }}
            onLeave={back}
          />
        )}
        {mode.kind === 'end' && (
          <EndMeeting
            points={points}
            busy={busy}
            onLeave={back}
            onEnd={async () => {
              const over = drafts.minutes?.text ?? ''
              const attendance = splitNames(drafts.attendance ?? '')
              if (!(await act({ kind: 'close-meeting', minutes: over, attendance }))) return
              changeDrafts((before) => ({ ...before, minutes: null, attendance: null }))
              setMessage('The meeting is closed.')
              back()
            }}
          />
        )}
        <RefusalNote {...refused} />
        <p role="status" className={style.message}>
          {message}
        </p>
        {mode.kind === 'read' && (
          <div className={`${style.answers} needs-script`}>
            {current?.last?.draft === true && may.answer && (
              <Button variant="plain" disabled={busy} className={style.primary} onClick={() => void confirm()}>
                Confirm <kbd>c</kbd>
              </Button>
            )}
            {current !== undefined &&
              choices.map((choice) => (
                <Button variant="plain" key={choice.kind} className={style.choice} onClick={() => ask(choice)}>
                  {choice.label} <kbd>{choice.key}</kbd>
                </Button>
              ))}
            {mayAdd && (
              <Button variant="plain" className={style.choice} onClick={() => setMode({ kind: 'new' })}>
                New comment <kbd>n</kbd>
              </Button>
            )}
          </div>
        )}
      </section>
      <div className={style.side}>
        {may.record && isOn && (
          <MinutesForm
            act={act}
            busy={busy}
            written={props.written}
            drafts={drafts}
            change={changeDrafts}
            fields={{ minutes, people }}
            onLeave={back}
            onEnd={() => setMode({ kind: 'end' })}
          />
        )}
        <KeyHelp choices={choices} isOn={keysOn} onToggle={setKeysOn} may={{ ...may, add: mayAdd, meeting: isOn }} />
      </div>
    </div>
  )
}
