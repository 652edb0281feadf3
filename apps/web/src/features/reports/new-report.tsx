'use client'

import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { reportEditPath } from '../../paths.ts'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import style from './new-report.module.css'

/** Creates a report with a title and opens it for editing. */
export function NewReport({ project }: { project: string }) {
  const router = useRouter()
  const { busy, failure, send } = useSending()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title') ?? '')
    await send(async (client) => {
      const { slug } = await client.reports.create.mutate({ project, content: { title, tldr: '', text: '' } })
      router.push(reportEditPath(project, slug))
      return undefined
    })
  }
  return (
    <form aria-label="New report" className={`${style.form} needs-script`} onSubmit={(event) => void onSubmit(event)}>
      <label>
        <span className="visually-hidden">Title of the new report</span>
        <Input name="title" required maxLength={200} placeholder="Title of a new report" autoComplete="off" />
      </label>
      <Button type="submit" variant="primary" disabled={busy}>
        New report
      </Button>
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </form>
  )
}
