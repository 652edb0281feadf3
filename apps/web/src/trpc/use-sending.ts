'use client'

import { useState } from 'react'

type Client = typeof import('./client.ts')['client']

/**
 * State of sending a form: `busy` until the response, and until the next page when the response leads to one.
 *
 * @returns `send`; its callback returns a message when the request succeeded but the form is not done.
 */
export function useSending(): {
  busy: boolean
  failure: string
  send: (work: (client: Client) => Promise<string | undefined>) => Promise<void>
} {
  const [state, setState] = useState({ busy: false, failure: '' })
  const send = async (work: (client: Client) => Promise<string | undefined>) => {
    setState({ busy: true, failure: '' })
    // Loaded on demand, because pages that are only read need neither module.
    const [{ client }, { failureText }] = await Promise.all([import('./client.ts'), import('./failure-text.ts')])
    try {
      const failure = await work(client)
      if (failure !== undefined) setState({ busy: false, failure })
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }
  return { ...state, send }
}
