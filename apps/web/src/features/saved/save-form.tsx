'use client'

import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { savedPath } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'

type Props = { project: string; query: string; study?: string | undefined; title: string }

/** Saves a comparison under a name, with the source of its results. */
export const SaveForm = ({ project, query, study, title }: Props) => (
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
)
