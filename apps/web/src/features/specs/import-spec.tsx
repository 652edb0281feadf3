'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { specPath } from '../../paths.ts'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import style from './form.module.css'

type Props = { project: string; parents: readonly { name: string; title: string }[] }

/** Creates a spec from a selected or pasted file. */
export function ImportSpec({ project, parents }: Props) {
  const router = useRouter()
  const [file, setFile] = useState('')
  const { busy, failure, send } = useSending()
  // An exported file names its kind in the heading; for other Markdown the author chooses it.
  const isExported = /^<!-- assay: the text, sha256 [0-9a-f]{64} -->$/m.test(file)
  const isDesign = isExported ? /^# DS-\d+ /.test(file) : null

  const onSubmit = async (fields: FormData) => {
    const parent = String(fields.get('parent') ?? '')
    await send(async (client) => {
      const kind = parent === '' ? 'functional' : 'design'
      const spec = { file, kind, parent: parent === '' ? null : parent }
      const { name } = await client.specs.import.mutate({ project, spec })
      router.push(specPath(project, name))
      return undefined
    })
  }

  return (
    <Form className={style.form} action={onSubmit}>
      <label>
        File
        <FileInput
          accept=".md,.markdown,text/markdown,text/plain"
          onFiles={async ([chosen]) => {
            if (chosen !== undefined) setFile(await chosen.text())
          }}
        />
      </label>
      <label>
        Or paste its text
        <Textarea
          rows={12}
          required
          value={file}
          onChange={(event) => setFile(event.target.value)}
          spellCheck={false}
        />
      </label>
      {isDesign !== false && (
        <label>
          Builds on
          <Select name="parent" required={isDesign === true}>
            <option value="">{isDesign === true ? 'choose the functional spec' : 'nothing: a functional spec'}</option>
            <SelectOptions options={parents.map(({ name, title }) => [name, `${name} ${title}`])} />
          </Select>
        </label>
      )}
      <div>
        <Button type="submit" variant="primary" disabled={busy || file === ''}>
          Import
        </Button>
      </div>
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </Form>
  )
}
