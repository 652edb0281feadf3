'use client'

import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { reportPath } from '../../../paths.ts'
import { useSending } from '../../../trpc/use-sending.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'

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
  const onSubmit = async (fields: FormData) => {
    const note = String(fields.get('note') ?? '').trim()
    await send(async (client) => {
      const { revision } = await client.reports.draft.query({ project, slug })
      const made = await client.reports.publish.mutate({ project, slug, revision, note: note === '' ? null : note })
      router.push(reportPath(project, slug, made.number))
      return undefined
    })
  }
  return (
    <>
      <Button variant="primary" onClick={() => void store().then(() => dialog.current?.showModal())}>
        Publish version {number}
      </Button>
      <FormDialog
        dialog={dialog}
        id="publish-version"
        title={`Publish version ${number}`}
        submit={busy ? 'Freezing…' : 'Publish version'}
        disabled={busy || !isStored}
        failure={failure}
        action={onSubmit}
      >
        <p>
          This freezes the text and the numbers of every comparison in it. A version never changes; everyone with read
          access to the project sees it, and it can be shared or published.
        </p>
        <label>
          Note <small>changes in this version; optional</small>
          <Input name="note" autoComplete="off" maxLength={500} />
        </label>
        {!isStored && <p role="alert">The draft is not saved yet; wait a moment.</p>}
      </FormDialog>
    </>
  )
}
