'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ActQueue, createActQueue, type Refused } from './act-queue.ts'
import { asGuestAction, useGuestSecret } from './guest-link.tsx'
import { newUuid } from './new-uuid.ts'
import { deletePendingRequest, readPendingRequest, savePendingRequest } from './pending-request.ts'
import { retryUntilAnswered, WAITING } from './retry-until-answered.ts'
import { useUnmounted } from './use-unmounted.ts'

/** The submitted form by its name within the spec, and its text. */
export type From = { form: string; said: string }
export type Act = (action: object, from?: From) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }

const IDLE: { busy: boolean } & Refused = { busy: false, failure: '', missing: [] }

/**
 * Runs actions on a spec, in the order in which they begin, and refreshes the page after each; a refusal is shown in
 * the words of the server. When the server does not respond, the request is retried and stored once.
 */
export function useAct(project: string, name: string): ActProps & Refused {
  const router = useRouter()
  const secret = useGuestSecret()
  const [state, setState] = useState(IDLE)
  const isGone = useUnmounted()
  const spec = `${project}/${name}`
  const queue = useMemo(() => {
    const made: ActQueue = createActQueue(spec, () => setState({ busy: made.isBusy(), ...made.refused() }))
    return made
  }, [spec])
  useEffect(() => {
    // The module is loaded in advance, because the server may be unavailable when it is needed.
    void load().catch(() => undefined)
  }, [])
  const act: Act = (action, from) =>
    queue.add(JSON.stringify([action, from]), async () => {
      const formKey = from === undefined ? null : `${spec}/${from.form}`
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
        {
          onWait: () => setState((before) => ({ ...before, failure: WAITING, missing: [] })),
          isGone: () => isGone.current,
        },
      )
      if (formKey !== null && (answer.ok || answer.isAnswered)) deletePendingRequest(formKey)
      if (answer.ok) {
        router.refresh()
        return null
      }
      const { missingTexts, isConflict } = await import('../../trpc/failure-text.ts')
      // Somebody else was faster, so the page shows their text next to the one that was refused.
      if (answer.isAnswered && isConflict(answer.error)) router.refresh()
      return { failure: answer.failure, missing: answer.isAnswered ? missingTexts(answer.error) : [] }
    })
  return { act, ...state }
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
