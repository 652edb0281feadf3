'use client'

import type { KnownBug } from '../../trpc/api-types.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import { NameCombobox } from '../suggest/name-combobox.tsx'

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
          {bug === undefined ? (
            <NameCombobox project={project} kind="product" name="product" required maxLength={200} />
          ) : (
            <Input name="product" required defaultValue={bug.product} readOnly />
          )}
        </Field>
        <Field label="Number" help="in its tracker">
          <Input name="bug" required maxLength={200} defaultValue={bug?.bug} readOnly={bug !== undefined} />
        </Field>
        <Field label="Effect on results" help="a sentence">
          <Input name="title" required maxLength={200} defaultValue={bug?.title} />
        </Field>
        <Field label="Link" help="to the bug in its tracker">
          <Input name="link" type="url" maxLength={2_000} defaultValue={bug?.link ?? ''} />
        </Field>
        <Field label="First affected version" help="without this and the next field, no result is marked">
          <NameCombobox
            project={project}
            kind="version"
            name="affectedFrom"
            maxLength={200}
            value={bug?.affectedFrom ?? ''}
          />
        </Field>
        <Field label="First fixed version">
          <NameCombobox project={project} kind="version" name="fixedIn" maxLength={200} value={bug?.fixedIn ?? ''} />
        </Field>
        <Field label="Tests" help="separated by commas; overwrite* matches every test with this prefix; empty for all">
          <NameCombobox project={project} kind="test" name="tests" isList value={bug?.tests.join(', ')} />
        </Field>
        <Field label="Workloads" help="separated by commas; empty for all">
          <NameCombobox project={project} kind="workload" name="workloads" isList value={bug?.workloads.join(', ')} />
        </Field>
        <Field label="More information">
          <Textarea name="about" maxLength={5_000} defaultValue={bug?.about ?? ''} />
        </Field>
        <Field label="Source" help="its name">
          <Input name="source" maxLength={500} defaultValue={bug?.source?.name} />
        </Field>
        <Field label="Link to the source">
          <Input name="sourceUrl" type="url" maxLength={2_000} defaultValue={bug?.source?.url ?? ''} />
        </Field>
      </WriteForm>
    </Section>
  )
}
