'use client'

import { useRef } from 'react'
import { useSentBefore } from '../use-act.ts'
import { useBrowserDraft } from '../use-browser-draft.ts'
import { type Drafts, EMPTY_COMMENT, readDrafts, withoutSent } from './meeting-drafts.ts'
import type { MeetingComment } from './prepare-meeting.ts'
import type { ResponseChoice } from './response-choices.ts'

/** Serializes a response, to compare it with the stored one. */
export const serializeResponse = ({ kind, said }: { kind: string; said: string }): string => `${kind} ${said}`

/** The drafts of responses, of a new comment and of the minutes, which this browser keeps until the server has them. */
export function useMeetingDrafts(project: string, name: string) {
  const [drafts, changeDrafts] = useBrowserDraft(`assay-meeting:${project}/${name}`, readDrafts)
  const newest = useRef(drafts)
  newest.current = drafts

  const setResponse = (number: number, kind: ResponseChoice['kind'], typedText: string) =>
    changeDrafts((before) => ({ ...before, answers: { ...before.answers, [number]: { kind, said: typedText } } }))

  /** Begins a response: with its draft, else with the stored text of the same kind, else with what was typed. */
  const beginResponse = ({ number, last }: MeetingComment, { kind }: ResponseChoice) =>
    changeDrafts((before) => {
      const drafted = before.answers[number]
      const text = drafted?.kind === kind ? drafted.said : last?.kind === kind ? last.text : (drafted?.said ?? '')
      return { ...before, answers: { ...before.answers, [number]: { kind, said: text } } }
    })

  /** @returns true when no text was typed during the request; newer text stays */
  const dropResponse = (number: number, typedText: string): boolean => {
    const typed = newest.current.answers[number]
    if (typed !== undefined && serializeResponse(typed) !== typedText) return false
    changeDrafts(({ answers: { [number]: _stored, ...answers }, ...rest }) => ({ ...rest, answers }))
    return true
  }

  /** Removes the stored text of a new comment. @returns true when no text was typed during the request */
  const dropNewComment = (typedText: string): boolean => {
    const isAll = JSON.stringify(newest.current.fresh) === typedText
    const body: unknown = JSON.parse(typedText).body
    changeDrafts((before) => ({ ...before, fresh: isAll ? EMPTY_COMMENT : withoutSent(before.fresh, String(body)) }))
    return isAll
  }

  const setNewComment = (fresh: Drafts['fresh']) => changeDrafts((before) => ({ ...before, fresh }))

  const forms = ['meeting-new', ...Object.keys(drafts.answers).map((number) => `meeting-${number}`)]
  useSentBefore({ project, name, forms }, ({ form, said }) => {
    const number = form.slice('meeting-'.length)
    if (number === 'new') dropNewComment(said)
    else dropResponse(Number(number), said)
  })
  return { drafts, changeDrafts, setResponse, beginResponse, dropResponse, setNewComment, dropNewComment }
}
