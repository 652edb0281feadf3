'use client'

import type { KnownBug } from '../../trpc/answers.ts'
import { Section } from '../../ui/section.tsx'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'

/** Creates or changes a known bug, which product and number identify. */
export function KnownBugForm({ project, bug }: { project: string; bug?: KnownBug }) {
  const label = bug === undefined ? 'Record a bug' : 'Change this bug'
  return (
    <Section title={label}>
      <WriteForm
        label={label}
        submit={bug === undefined ? 'Record' : 'Save'}
        send={(client, fields) => {
          const listed = (name: string) =>
            (fieldText(fields, name) ?? '').split(/[,\n]/).flatMap((part) => part.trim() || [])
          const source = fieldText(fields, 'source')
          return client.knownBugs.save.mutate({
            project,
            bug: {
              bug: fieldText(fields, 'bug'),
              product: fieldText(fields, 'product'),
              title: fieldText(fields, 'title'),
              about: fieldText(fields, 'about'),
              link: fieldText(fields, 'link'),
              affectedFrom: fieldText(fields, 'affectedFrom'),
              fixedIn: fieldText(fields, 'fixedIn'),
              tests: listed('tests'),
              workloads: listed('workloads'),
              source: source === undefined ? undefined : { name: source, url: fieldText(fields, 'sourceUrl') },
            },
          })
        }}
      >
        <Field label="Product">
          <input name="product" required maxLength={200} defaultValue={bug?.product} readOnly={bug !== undefined} />
        </Field>
        <Field label="Number" about="in its tracker">
          <input name="bug" required maxLength={200} defaultValue={bug?.bug} readOnly={bug !== undefined} />
        </Field>
        <Field label="Effect on results" about="a sentence">
          <input name="title" required maxLength={200} defaultValue={bug?.title} />
        </Field>
        <Field label="Link" about="to the bug in its tracker">
          <input name="link" type="url" maxLength={2_000} defaultValue={bug?.link ?? ''} />
        </Field>
        <Field label="First affected version" about="without this and the next field, no result is marked">
          <input name="affectedFrom" maxLength={200} defaultValue={bug?.affectedFrom ?? ''} />
        </Field>
        <Field label="First fixed version">
          <input name="fixedIn" maxLength={200} defaultValue={bug?.fixedIn ?? ''} />
        </Field>
        <Field label="Tests" about="separated by commas; overwrite* matches every test with this prefix; empty for all">
          <input name="tests" defaultValue={bug?.tests.join(', ')} />
        </Field>
        <Field label="Workloads" about="separated by commas; empty for all">
          <input name="workloads" defaultValue={bug?.workloads.join(', ')} />
        </Field>
        <Field label="More information">
          <textarea name="about" maxLength={5_000} defaultValue={bug?.about ?? ''} />
        </Field>
        <Field label="Source" about="its name">
          <input name="source" maxLength={500} defaultValue={bug?.source?.name} />
        </Field>
        <Field label="Link to the source">
          <input name="sourceUrl" type="url" maxLength={2_000} defaultValue={bug?.source?.url ?? ''} />
        </Field>
      </WriteForm>
    </Section>
  )
}
