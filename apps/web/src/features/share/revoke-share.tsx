'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

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
      <Button onClick={() => void revoke()} aria-label={`Revoke ${title}`}>
        Revoke
      </Button>
      <span role="alert">{message}</span>
    </>
  )
}
