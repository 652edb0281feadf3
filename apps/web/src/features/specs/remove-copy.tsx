'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'

type Props = { project: string; name: string; id: string; title: string }

/** Deletes the conflicting copy of a text after its author has merged it. */
export function RemoveCopy({ project, name, id, title }: Props) {
  const router = useRouter()
  const [isConfirming, setConfirming] = useState(false)
  const { busy, failure, send } = useSending()
  const remove = () =>
    void send(async (client) => {
      await client.specs.removeCopy.mutate({ project, name, id })
      router.refresh()
      return undefined
    })
  return (
    <div className="needs-script">
      {isConfirming ? (
        <div className={style.buttons}>
          <Button disabled={busy} onClick={remove}>
            Delete permanently
          </Button>
          <Button variant="quiet" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button variant="quiet" aria-label={`Delete the copy “${title}”`} onClick={() => setConfirming(true)}>
          Delete
        </Button>
      )}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
