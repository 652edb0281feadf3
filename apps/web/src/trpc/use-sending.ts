'use client'

import { useState } from 'react'

type Client = typeof import('./client.ts')['client']

/**
 * What a form sends, and how that goes: `busy` until the answer, and afterwards too where that leads to another page.
 *
 * @returns `send`, whose work answers a sentence where nothing failed and the form is still not done.
 */
export function useSending(): {
  busy: boolean
  failure: string
  send: (work: (client: Client) => Promise<string | undefined>) => Promise<void>
} {
  const [state, setState] = useState({ busy: false, failure: '' })
  const send = async (work: (client: Client) => Promise<string | undefined>) => {
    setState({ busy: true, failure: '' })
    // Not with the page: who only reads needs neither.
    const [{ client }, { failureText }] = await Promise.all([import('./client.ts'), import('./writing-client.ts')])
    try {
      const failure = await work(client)
      if (failure !== undefined) setState({ busy: false, failure })
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }
  return { ...state, send }
}
