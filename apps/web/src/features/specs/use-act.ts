'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { asGuestAction, useGuestSecret } from './guest-link.tsx'

export type Act = (action: object) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }
/** Why something was not done: a sentence, and what is missing first where there is a list of it. */
export type Refused = { failure: string; missing: readonly string[] }

const DONE: Refused = { failure: '', missing: [] }

/** Does something with a spec and draws the page anew; what was refused is told in the words of the server. */
export function useAct(project: string, name: string): ActProps & Refused {
  const router = useRouter()
  const secret = useGuestSecret()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(DONE)
  const act: Act = async (action) => {
    setBusy(true)
    const { client } = await import('../../trpc/client.ts')
    const { failureText, missingTexts } = await import('../../trpc/writing-client.ts')
    try {
      if (secret === null) await client.specs.act.mutate({ project, name, action })
      else await client.reading.act.mutate({ secret, action: asGuestAction(action) })
      setRefused(DONE)
      router.refresh()
      return true
    } catch (error) {
      setRefused({ failure: failureText(error), missing: missingTexts(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, busy, ...refused }
}
