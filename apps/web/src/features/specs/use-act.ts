'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { asGuestAction, useGuestSecret } from './guest-link.tsx'
import { newUuid } from './new-uuid.ts'
import { deletePendingRequest, readPendingRequest, savePendingRequest } from './pending-request.ts'
import { retryUntilAnswered, WAITING } from './retry-until-answered.ts'
import { useUnmounted } from './use-unmounted.ts'

/** The form in which something was typed, by its name among those of the spec, and what was typed, as one text. */
export type From = { form: string; said: string }
export type Act = (action: object, from?: From) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }
/** Why something was not done: a sentence, and what is missing first where there is a list of it. */
export type Refused = { failure: string; missing: readonly string[] }

const DONE: Refused = { failure: '', missing: [] }

/**
 * Does something with a spec and draws the page anew; what was refused is told in the words of the server. Where the
 * server does not answer it is sent until it does, and stored once.
 */
export function useAct(project: string, name: string): ActProps & Refused {
  const router = useRouter()
  const secret = useGuestSecret()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(DONE)
  const isBusy = useRef(false)
  const isGone = useUnmounted()
  useEffect(() => {
    // Not when it is needed: the server may be away then.
    void load().catch(() => undefined)
  }, [])
  const act: Act = async (action, from) => {
    // One after the other: of two on their way at once the older may come last.
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(true)
    const place = from === undefined ? null : `${project}/${name}/${from.form}`
    const { once, action: asked } =
      place === null || from === undefined
        ? { once: newUuid(), action }
        : savePendingRequest(place, { said: from.said, action })
    const answer = await retryUntilAnswered(
      async () => {
        const client = await load()
        if (secret === null) await client.specs.act.mutate({ project, name, action: asked, once })
        else await client.guests.act.mutate({ secret, action: asGuestAction(asked), once })
      },
      { onWait: () => setRefused({ failure: WAITING, missing: [] }), isGone: () => isGone.current },
    )
    if (place !== null && (answer.ok || answer.isAnswered)) deletePendingRequest(place)
    isBusy.current = false
    setBusy(false)
    if (answer.ok) {
      setRefused(DONE)
      router.refresh()
      return true
    }
    const missing = answer.isAnswered ? (await import('../../trpc/writing-client.ts')).missingTexts(answer.error) : []
    setRefused({ failure: answer.failure, missing })
    return false
  }
  return { act, busy, ...refused }
}

/**
 * Asks, once the page is there, what became of what was sent from these forms before it was opened: a server that
 * ended or a tab that was closed leaves that open.
 *
 * @param onStored  told of each that is stored, with what was typed.
 */
export function useSentBefore(
  { project, name, forms }: { project: string; name: string; forms: readonly string[] },
  onStored: (from: From) => void,
): void {
  const secret = useGuestSecret()
  const newest = useRef(onStored)
  newest.current = onStored
  const asked = forms.join(' ')
  useEffect(() => {
    const open = asked.split(' ').flatMap((form) => {
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
    // Without an answer it stays open: sent again, it is stored once.
    void ask().catch(() => undefined)
  }, [project, name, asked, secret])
}

const load = async () => (await import('../../trpc/client.ts')).client
