'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import button from '../../ui/button.module.css'

/** Revokes a link; requests after the response get a 404. */
export function RevokeShare({ project, id, title }: { project: string; id: string; title: string }) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const revoke = async () => {
    const { client } = await import('../../trpc/client.ts')
    try {
      await client.shares.revoke.mutate({ project, id })
      router.refresh()
    } catch (error) {
      setMessage(error instanceof Error ? error.message : 'The server did not answer. Try again.')
    }
  }
  return (
    <>
      <button type="button" className={button.button} onClick={() => void revoke()} aria-label={`Revoke ${title}`}>
        Revoke
      </button>
      <span role="alert">{message}</span>
    </>
  )
}
