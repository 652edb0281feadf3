'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { asGuestAction, useGuestSecret } from './guest-link.tsx'
import { newUuid } from './new-uuid.ts'
import { deletePendingRequest, readPendingRequest, savePendingRequest } from './pending-request.ts'
import { retryUntilAnswered, WAITING } from './retry-until-answered.ts'
import { useUnmounted } from './use-unmounted.ts'

/** The submitted form by its name within the spec, and its text. */
export type From = { form: string; said: string }
export type Act = (action: object, from?: From) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }
/** The reason of a refused action: a sentence, and the list of missing items if there is one. */
export type Refused = { failure: string; missing: readonly string[] }

const DONE: Refused = { failure: '', missing: [] }

/**
 * Runs an action on a spec and refreshes the page; a refusal is shown in the words of the server. When the
 * server does not respond, the request is retried and stored once.
 */
export function useAct(project: string, name: string): ActProps & Refused & { untilIdle: () => Promise<unknown> } {
  const router = useRouter()
  const secret = useGuestSecret()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(DONE)
  const isBusy = useRef(false)
  const latest = useRef<Promise<unknown>>(Promise.resolve())
  const isGone = useUnmounted()
  useEffect(() => {
    // The module is loaded in advance, because the server may be unavailable when it is needed.
    void load().catch(() => undefined)
  }, [])
  const act: Act = (action, from) => {
    // Sequential, because of two concurrent requests the older one may arrive last.
    if (isBusy.current) return Promise.resolve(false)
    const request = send(action, from)
    latest.current = request
    return request
  }
  const send: Act = async (action, from) => {
    isBusy.current = true
    setBusy(true)
    const formKey = from === undefined ? null : `${project}/${name}/${from.form}`
    const { once, action: asked } =
      formKey === null || from === undefined
        ? { once: newUuid(), action }
        : savePendingRequest(formKey, { said: from.said, action })
    const answer = await retryUntilAnswered(
      async () => {
        const client = await load()
        if (secret === null) await client.specs.act.mutate({ project, name, action: asked, once })
        else await client.guests.act.mutate({ secret, action: asGuestAction(asked), once })
      },
      { onWait: () => setRefused({ failure: WAITING, missing: [] }), isGone: () => isGone.current },
    )
    if (formKey !== null && (answer.ok || answer.isAnswered)) deletePendingRequest(formKey)
    isBusy.current = false
    setBusy(false)
    if (answer.ok) {
      setRefused(DONE)
      router.refresh()
      return true
    }
    const { missingTexts, isConflict } = await import('../../trpc/failure-text.ts')
    const missing = answer.isAnswered ? missingTexts(answer.error) : []
    // Somebody else was faster, so the page shows their text next to the one that was refused.
    if (answer.isAnswered && isConflict(answer.error)) router.refresh()
    setRefused({ failure: answer.failure, missing })
    return false
  }
  return { act, busy, untilIdle: () => latest.current, ...refused }
}

/**
 * Checks after page load whether requests of these forms from an earlier page load were stored: a server that
 * stopped or a closed tab leaves the outcome unknown.
 *
 * @param onStored  called for each stored request, with its text.
 */
export function useSentBefore(
  { project, name, forms }: { project: string; name: string; forms: readonly string[] },
  onStored: (from: From) => void,
): void {
  const secret = useGuestSecret()
  const newest = useRef(onStored)
  newest.current = onStored
  const joined = forms.join(' ')
  useEffect(() => {
    const open = joined.split(' ').flatMap((form) => {
      const sent = form === '' ? null : readPendingRequest(`${project}/${name}/${form}`)
      return sent === null ? [] : [{ form, ...sent }]
    })
    if (open.length === 0) return
    const ask = async () => {
      const client = await load()
      const once = open.map((one) => one.once)
      const stored = new Set(
        secret === null
          ? await client.specs.sent.query({ project, once })
          : await client.guests.sent.query({ secret, once }),
      )
      for (const { form, said, once: one } of open) {
        if (!stored.has(one)) continue
        deletePendingRequest(`${project}/${name}/${form}`)
        newest.current({ form, said })
      }
    }
    // Without a response the outcome stays unknown; a retry is stored once.
    void ask().catch(() => undefined)
  }, [project, name, joined, secret])
}

const load = async () => (await import('../../trpc/client.ts')).client
