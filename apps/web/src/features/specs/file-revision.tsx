'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { specPath } from '../../paths.ts'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import style from './form.module.css'

type Props = { project: string; name: string; current: number }
type Chosen = { file: string; base: number }

/** Imports a file that was edited elsewhere as the next revision; only the text of an exported file is used. */
export function FileRevision({ project, name, current }: Props) {
  const router = useRouter()
  const [chosen, setChosen] = useState<Chosen>({ file: '', base: current })
  const { busy, failure, send } = useSending()

  const onSubmit = async (fields: FormData) => {
    const note = String(fields.get('note') ?? '').trim()
    await send(async (client) => {
      const { outcome, revision } = await client.specs.importRevision.mutate({
        project,
        name,
        revision: { ...chosen, note },
      })
      if (outcome === 'saved') {
        router.push(specPath(project, name))
        return undefined
      }
      router.refresh()
      return `Revision ${revision} is newer than the one that the file is based on. The text of the file is below: copy what you need from it.`
    })
  }

  return (
    <Form className={style.form} aria-label="From a file" action={onSubmit}>
      <label>
        Markdown
        <FileInput
          required
          accept=".md,.markdown,text/markdown,text/plain"
          onFiles={async ([chosenFile]) => {
            const file = await chosenFile?.text()
            if (file !== undefined) setChosen({ file, base: baseOf(file, name, current) })
          }}
        />
      </label>
      <label>
        Based on revision
        <Input
          type="number"
          min={1}
          max={current}
          required
          value={chosen.base}
          onChange={({ target: { value } }) => setChosen({ ...chosen, base: Number(value) })}
        />
      </label>
      <label>
        What changed
        <Input name="note" required maxLength={500} autoComplete="off" />
      </label>
      <Button type="submit" disabled={busy}>
        Save the file as revision {current + 1}
      </Button>
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </Form>
  )
}

/** The revision that a file is based on; the current one when the file names none or belongs to another spec. */
function baseOf(file: string, name: string, current: number): number {
  const [, of, revision] = /^# (\S+) [\s\S]*?^- \*\*Revision:\*\* (\d+) /m.exec(file.slice(0, 5_000)) ?? []
  return of === name && Number(revision) <= current ? Number(revision) : current
}
