'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { asGuestAction, useGuestSecret } from './guest-link.tsx'

export type Act = (action: object) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }

/** Does something with a spec and draws the page anew; what was refused is told in the words of the server. */
export function useAct(project: string, name: string): { act: Act; busy: boolean; failure: string } {
  const router = useRouter()
  const secret = useGuestSecret()
  const [state, setState] = useState({ busy: false, failure: '' })
  const act: Act = async (action) => {
    setState({ busy: true, failure: '' })
    const { client } = await import('../../trpc/client.ts')
    const { failureText } = await import('../../trpc/writing-client.ts')
    try {
      if (secret === null) await client.specs.act.mutate({ project, name, action })
      else await client.reading.act.mutate({ secret, action: asGuestAction(action) })
      setState({ busy: false, failure: '' })
      router.refresh()
      return true
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
      return false
    }
  }
  return { act, ...state }
}
