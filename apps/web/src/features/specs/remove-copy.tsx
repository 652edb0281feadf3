'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'

type Props = { project: string; name: string; id: string; title: string }

/** Deletes the conflicting copy of a text after its author has merged it. */
export function RemoveCopy({ project, name, id, title }: Props) {
  const router = useRouter()
  const [isConfirming, setConfirming] = useState(false)
  const [failure, setFailure] = useState('')
  const remove = async () => {
    try {
      const { client } = await import('../../trpc/client.ts')
      await client.specs.removeCopy.mutate({ project, name, id })
      router.refresh()
    } catch (error) {
      const { failureText } = await import('../../trpc/writing-client.ts')
      setFailure(failureText(error))
    }
  }
  return (
    <div className="needs-script">
      {isConfirming ? (
        <div className={style.buttons}>
          <button type="button" className={button.button} onClick={() => void remove()}>
            Delete permanently
          </button>
          <button type="button" className={button.quiet} onClick={() => setConfirming(false)}>
            Cancel
          </button>
        </div>
      ) : (
        <button
          type="button"
          className={button.quiet}
          aria-label={`Delete the copy “${title}”`}
          onClick={() => setConfirming(true)}
        >
          Delete
        </button>
      )}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
