'use client'

import { useRouter } from 'next/navigation'
import { reportEditPath } from '../../paths.ts'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import style from './new-report.module.css'

/** Creates a report with a title and opens it for editing. */
export function NewReport({ project }: { project: string }) {
  const router = useRouter()
  const { busy, failure, send } = useSending()
  const onSubmit = async (fields: FormData) => {
    const title = String(fields.get('title') ?? '')
    await send(async (client) => {
      const { slug } = await client.reports.create.mutate({ project, content: { title, tldr: '', text: '' } })
      router.push(reportEditPath(project, slug))
      return undefined
    })
  }
  return (
    <Form aria-label="New report" className={style.form} action={onSubmit}>
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
    </Form>
  )
}
