'use client'

import { useState } from 'react'
import type { Act } from '../use-act.ts'
import { nextOpen } from './comment-order.ts'
import type { MeetingComment } from './prepare-meeting.ts'
import { type ResponseChoice, responseAction } from './response-choices.ts'
import { serializeResponse, type useMeetingDrafts } from './use-meeting-drafts.ts'

type Meeting = {
  comments: readonly MeetingComment[]
  current: MeetingComment | undefined
  choices: readonly ResponseChoice[]
  /** An author's response counts at once; another scribe's is a draft for an author to confirm. */
  isAuthor: boolean
  act: Act
  saved: ReturnType<typeof useMeetingDrafts>
  /** Goes from a comment to the next one. */
  goOn(from: number, next: number): void
  /** Shows the form of a response. */
  show(choice: ResponseChoice, comment: MeetingComment): void
  setMessage(text: string): void
}

/** Responds to comments, confirms responses, and opens the last response again. */
export function useResponses({ comments, current, choices, isAuthor, act, saved, ...page }: Meeting) {
  const [lastAnswered, setLastAnswered] = useState<number | null>(null)

  const announce = (text: string, { number }: MeetingComment, next: number) => {
    page.setMessage(text)
    setLastAnswered(number)
    page.goOn(number, next)
  }
  const begin = (choice: ResponseChoice, comment: MeetingComment | undefined = current) => {
    if (comment === undefined) return
    page.show(choice, comment)
    saved.beginResponse(comment, choice)
  }
  const store = async (comment: MeetingComment, choice: ResponseChoice) => {
    const { number, seen } = comment
    const typed = saved.drafts.answers[number]?.said ?? ''
    const typedText = serializeResponse({ kind: choice.kind, said: typed })
    const next = nextOpen(comments, comment)
    const action = { ...responseAction(number, choice, typed), seen }
    if (!(await act(action, { form: `meeting-${number}`, said: typedText }))) return
    const announcement = `${comment.id}: ${choice.label}${isAuthor ? '' : ', for an author to confirm'}.`
    if (saved.dropResponse(number, typedText)) announce(announcement, comment, next)
    else page.setMessage(`${announcement} Text typed since then is still here.`)
  }
  const confirm = async () => {
    if (current?.last?.draft !== true || !isAuthor) return
    const [comment, next] = [current, nextOpen(comments, current)]
    if (await act({ kind: 'confirm', feedback: comment.number })) announce(`${comment.id}: confirmed.`, comment, next)
  }
  const undo = () => {
    const comment = comments.find(({ number }) => number === lastAnswered) ?? current
    const choice = choices.find(({ kind }) => kind === comment?.last?.kind)
    if (choice !== undefined) begin(choice, comment)
    else page.setMessage('No response yet.')
  }
  return { begin, store, confirm, undo }
}
