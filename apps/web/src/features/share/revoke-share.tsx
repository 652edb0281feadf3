'use client'

import { useRouter } from 'next/navigation'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'

/** Revokes a link; requests after the response get a 404. */
export function RevokeShare({ project, id, title }: { project: string; id: string; title: string }) {
  const router = useRouter()
  const { busy, failure, send } = useSending()
  const revoke = () =>
    void send(async (client) => {
      await client.shares.revoke.mutate({ project, id })
      router.refresh()
      return undefined
    })
  return (
    <>
      <Button disabled={busy} onClick={revoke} aria-label={`Revoke ${title}`}>
        Revoke
      </Button>
      <span role="alert">{failure}</span>
    </>
  )
}
