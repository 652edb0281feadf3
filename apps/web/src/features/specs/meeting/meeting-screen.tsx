'use client'

import { useRef, useState } from 'react'
import { specBlockPath } from '../../../paths.ts'
import type { SpecPage } from '../../../trpc/api-types.ts'
import { type Keys, useKeyboardShortcuts } from '../../../ui/use-keyboard-shortcuts.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { useAct } from '../use-act.ts'
import { CommentList } from './comment-list.tsx'
import { currentComment, neighborOf } from './comment-order.ts'
import { CommentView } from './comment-view.tsx'
import { EndMeeting } from './end-meeting.tsx'
import { KeyHelp } from './key-help.tsx'
import style from './meeting.module.css'
import { MeetingButtons, StartMeeting } from './meeting-buttons.tsx'
import { MinutesForm } from './minutes-form.tsx'
import { NewCommentForm } from './new-comment-form.tsx'
import type { MeetingComment } from './prepare-meeting.ts'
import { RESPONSE_CHOICES, type ResponseChoice } from './response-choices.ts'
import { ResponseField } from './response-field.tsx'
import { splitNames } from './split-names.ts'
import { useMeetingDrafts } from './use-meeting-drafts.ts'
import { useRefreshDuringMeeting } from './use-refresh-during-meeting.ts'
import { useResponses } from './use-responses.ts'

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

/** Records a meeting as its scribe: one comment after the other, by keyboard only, with the text that each is about. */
export function MeetingScreen(props: Props) {
  const meeting = useMeeting(props)
  const { points, may, state } = props
  const { current, isOn, busy, choices, mayAdd, saved, mode, setMode, fields } = meeting
  return (
    <div className={style.meeting}>
      <CommentList points={points} current={current?.number ?? null} onChoose={meeting.goTo} />
      <section ref={meeting.stage} className={style.stage} aria-label="Current comment" tabIndex={-1}>
        {state === 'in-review' && may.record && (
          <StartMeeting busy={busy} isAuthor={may.answer} onStart={meeting.start} />
        )}
        {current === undefined ? (
          <p>No open comments. Use “New comment” to add one.</p>
        ) : (
          <CommentView project={props.project} name={props.name} point={current} />
        )}
        <OpenForm {...props} meeting={meeting} />
        <RefusalNote {...meeting.refused} />
        <p role="status" className={style.message}>
          {meeting.message}
        </p>
        {mode.kind === 'read' && (
          <MeetingButtons
            choices={current === undefined ? [] : choices}
            busy={busy}
            onConfirm={current?.last?.draft === true && may.answer ? () => void meeting.confirm() : undefined}
            onRespond={meeting.begin}
            onNew={mayAdd ? () => setMode({ kind: 'new' }) : undefined}
          />
        )}
      </section>
      <div className={style.side}>
        {may.record && isOn && (
          <MinutesForm
            act={meeting.act}
            written={props.written}
            drafts={saved.drafts}
            change={saved.changeDrafts}
            fields={fields}
            onLeave={meeting.back}
            onEnd={() => setMode({ kind: 'end' })}
          />
        )}
        <KeyHelp
          choices={choices}
          isOn={meeting.keysOn}
          onToggle={meeting.setKeysOn}
          may={{ ...may, add: mayAdd, meeting: isOn }}
        />
      </div>
    </div>
  )
}

/** The form of a response, of a new comment or of the end of the meeting. */
function OpenForm({ meeting, ...props }: Props & { meeting: ReturnType<typeof useMeeting> }) {
  const { current, mode, busy, saved, act, back, isOn, setMessage } = meeting
  if (mode.kind === 'answer') {
    if (current === undefined) return null
    return (
      <ResponseField
        key={current.number}
        choice={mode.choice}
        name={current.id}
        text={saved.drafts.answers[current.number]?.said ?? ''}
        busy={busy}
        isDraft={!props.may.answer}
        onType={(text) => saved.setResponse(current.number, mode.choice.kind, text)}
        onStore={() => void meeting.store(current, mode.choice)}
        onLeave={back}
      />
    )
  }
  if (mode.kind === 'new') {
    return (
      <NewCommentForm
        {...{ revision: props.revision, headings: props.headings, names: props.names, isOn, busy, act }}
        point={current}
        fresh={saved.drafts.fresh}
        onType={saved.setNewComment}
        onStored={(giver, text) => {
          const isAll = saved.dropNewComment(text)
          setMessage(`Comment of ${giver} added.${isAll ? '' : ' Text typed since then is still here.'}`)
          if (isAll) back()
        }}
        onLeave={back}
      />
    )
  }
  if (mode.kind === 'end') {
    return <EndMeeting points={props.points} onLeave={back} onEnd={meeting.end} />
  }
  return null
}

/** The state of the page of a meeting: the current comment, the open form, and what the keys do. */
function useMeeting({ project, name, state, points, may, isFunctional }: Props) {
  const { act, busy, ...refused } = useAct(project, name)
  const saved = useMeetingDrafts(project, name)
  const [chosen, setChosen] = useState<number | null>(null)
  const [mode, setMode] = useState<Mode>(READ)
  const [message, setMessage] = useState('')
  const [keysOn, setKeysOn] = useState(true)
  const stage = useRef<HTMLElement>(null)
  const fields = { minutes: useRef<HTMLTextAreaElement>(null), people: useRef<HTMLInputElement>(null) }

  const current = currentComment(points, chosen)
  const isOn = state === 'meeting'
  // Authors respond at any time; a scribe writes only during a meeting.
  const mayAnswer = may.answer || (may.record && isOn)
  const mayAdd = may.record && (isOn || may.answer)
  const choices = mayAnswer ? RESPONSE_CHOICES.filter(({ kind }) => kind !== 'moved' || isFunctional) : []
  useRefreshDuringMeeting(isOn)

  const back = () => {
    setMode(READ)
    stage.current?.focus()
  }
  const goTo = (number: number | undefined) => {
    if (number === undefined) return
    setChosen(number)
    back()
  }
  const shown = useRef({ number: current?.number, mode })
  shown.current = { number: current?.number, mode }
  /** Moves on from a comment, unless the person has moved on or opened another form meanwhile. */
  const goOn = (from: number, next: number) => {
    const { number, mode: open } = shown.current
    if (number === from && (open.kind === 'read' || open.kind === 'answer')) goTo(next)
  }
  const show = (choice: ResponseChoice, comment: MeetingComment) => {
    setChosen(comment.number)
    setMode({ kind: 'answer', choice })
  }
  const isAuthor = may.answer
  const page = { goOn, show, setMessage }
  const responses = useResponses({ comments: points, current, choices, isAuthor, act, saved, ...page })
  const start = () => {
    if (state === 'in-review' && may.record) void act({ kind: 'hold' })
  }
  const end = async () => {
    const attendance = splitNames(saved.drafts.attendance ?? '')
    if (!(await act({ kind: 'close-meeting', minutes: saved.drafts.minutes?.text ?? '', attendance }))) return
    saved.changeDrafts((before) => ({ ...before, minutes: null, attendance: null }))
    setMessage('The meeting is closed.')
    back()
  }
  const openBlock = () => {
    const block = current?.block
    if (block != null) window.open(specBlockPath(project, name, block), '_blank', 'noopener')
  }

  const keys: Keys = {
    j: () => goTo(neighborOf(points, current, 1)),
    k: () => goTo(neighborOf(points, current, -1)),
    ...Object.fromEntries(choices.map((choice) => [choice.key, () => responses.begin(choice)])),
    o: openBlock,
    h: start,
    ...(isAuthor && { c: () => void responses.confirm() }),
    ...(mayAnswer && { u: responses.undo }),
    ...(mayAdd && { n: () => setMode({ kind: 'new' }) }),
    ...(may.record &&
      isOn && {
        i: () => fields.minutes.current?.focus(),
        p: () => fields.people.current?.focus(),
        e: () => setMode({ kind: 'end' }),
      }),
  }
  useKeyboardShortcuts(keysOn, keys)
  return {
    ...{ act, busy, refused, saved, current, isOn, choices, mayAdd, stage, fields },
    ...{ mode, setMode, message, setMessage, keysOn, setKeysOn, back, goTo, start, end, ...responses },
  }
}
