'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef } from 'react'
import { reportPath } from '../../../paths.ts'
import { useSending } from '../../../trpc/use-sending.ts'
import button from '../../../ui/button.module.css'
import style from './insert-figure.module.css'

type Props = {
  project: string
  slug: string
  number: number
  /** Saves the latest text. */
  store: () => Promise<void>
  isStored: boolean
}

/** Publishes a version of the draft, which freezes its text and all numbers. */
export function PublishVersion({ project, slug, number, store, isStored }: Props) {
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const { busy, failure, send } = useSending()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim()
    await send(async (client) => {
      const { revision } = await client.reports.draft.query({ project, slug })
      const made = await client.reports.publish.mutate({ project, slug, revision, note: note === '' ? null : note })
      router.push(reportPath(project, slug, made.number))
      return undefined
    })
  }
  return (
    <>
      <button
        type="button"
        className={button.primary}
        onClick={() => void store().then(() => dialog.current?.showModal())}
      >
        Publish version {number}
      </button>
      <dialog ref={dialog} className={style.dialog} aria-labelledby="publish-version">
        <form onSubmit={(event) => void onSubmit(event)}>
          <h2 id="publish-version">Publish version {number}</h2>
          <p>
            This freezes the text and the numbers of every comparison in it. A version never changes; everyone with read
            access to the project sees it, and it can be shared or published.
          </p>
          <label>
            Note <small>what is new; optional</small>
            <input name="note" autoComplete="off" maxLength={500} />
          </label>
          {!isStored && <p role="alert">The draft is not saved yet; wait a moment.</p>}
          {failure !== '' && <p role="alert">{failure}</p>}
          <div className={style.end}>
            <button type="submit" className={button.primary} disabled={busy || !isStored}>
              {busy ? 'Freezing…' : 'Publish version'}
            </button>
            <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
