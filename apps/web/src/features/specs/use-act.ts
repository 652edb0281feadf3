'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'

export type Act = (action: object) => Promise<boolean>
export type ActProps = { act: Act; busy: boolean }

/** Does something with a spec and draws the page anew; what was refused is told in the words of the server. */
export function useAct(project: string, name: string): { act: Act; busy: boolean; failure: string } {
  const router = useRouter()
  const [state, setState] = useState({ busy: false, failure: '' })
  const act: Act = async (action) => {
    setState({ busy: true, failure: '' })
    const { client } = await import('../../trpc/client.ts')
    const { failureText } = await import('../../trpc/writing-client.ts')
    try {
      await client.specs.act.mutate({ project, name, action })
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
