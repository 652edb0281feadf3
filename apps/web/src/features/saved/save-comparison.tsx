'use client'

import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { newSharePath, savedPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import style from './save-comparison.module.css'

type Props = {
  project: string
  query: string
  /** Kind of the study page that shows it; the compare page when absent. */
  study?: string
  title: string
  /** Content of a share, where a page shows more than its comparison. */
  share?: { query: string; own: Readonly<Record<string, string | undefined>> }
}

/** Saves the current comparison under a name, with the source of its results. */
export function SaveComparison({ project, query, study, title, share }: Props) {
  const what = new URLSearchParams({ query: share?.query ?? query, ...(study === undefined ? {} : { study }), title })
  const own = new URLSearchParams()
  for (const [name, value] of Object.entries(share?.own ?? {})) if (value !== undefined) own.set(name, value)
  if (own.size > 0) what.set('own', own.toString())
  return (
    <>
      <a href={newSharePath(project, what.toString())} className={`${button.button} no-print`}>
        Share
      </a>
      <details className={`${style.save} no-print needs-script`}>
        <summary className={button.button}>
          Save <span aria-hidden="true">▾</span>
        </summary>
        <div className={style.panel}>
          <WriteForm
            label="Save this comparison"
            submit="Save comparison"
            send={async (client, fields) => {
              const named = fieldText(fields, 'title') ?? title
              const slug = slugOf(named, `saved-${Date.now()}`)
              const name = fieldText(fields, 'source')
              const url = fieldText(fields, 'url')
              const source = name === undefined ? undefined : { name, url }
              const comparison = { title: named, study, query, about: fieldText(fields, 'about'), source }
              await client.savedComparisons.save.mutate({ project, slug, comparison })
              return slug
            }}
            next={(slug) => savedPath(project, slug)}
          >
            <Field label="Title" help="saving under an existing title replaces that comparison">
              <Input name="title" required maxLength={200} defaultValue={title} />
            </Field>
            <Field label="Origin of the figures" help="a sentence">
              <Textarea name="about" maxLength={2_000} />
            </Field>
            <Field label="Source" help="its name">
              <Input name="source" maxLength={500} />
            </Field>
            <Field label="Link to the source">
              <Input name="url" type="url" maxLength={2_000} />
            </Field>
          </WriteForm>
        </div>
      </details>
    </>
  )
}
