'use client'

import type { FindingAction } from '@assay/domain/findings/change-state'
import { Field, SelectField } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import style from './finding.module.css'

type Props = {
  project: string
  id: string
  actions: readonly FindingAction[]
  bugs: readonly { slug: string; title: string }[]
  isOwned: boolean
}

const LABELS: Record<FindingAction, string> = {
  acknowledge: 'Acknowledge',
  confirm: 'Confirm',
  dismiss: 'Not a bug',
  reopen: 'Reopen',
}

/** Forms for a finding, shown to people with write access. */
export function FindingForms({ project, id, actions, bugs, isOwned }: Props) {
  return (
    <div className={style.forms}>
      <WriteForm
        label="Write a note"
        submit="Add note"
        send={(client, fields) => client.findings.note.mutate({ project, id, text: fieldText(fields, 'text') ?? '' })}
      >
        <Field label="Note">
          <Textarea name="text" required maxLength={5_000} />
        </Field>
      </WriteForm>
      {actions.length > 0 && (
        <WriteForm
          label="Decide"
          submit="Decide"
          send={(client, fields) => {
            const action = actions.find((one) => one === fields.get('action')) ?? 'acknowledge'
            return client.findings.act.mutate({
              project,
              id,
              action,
              note: fieldText(fields, 'note') ?? null,
              knownBug: action === 'confirm' ? (fieldText(fields, 'knownBug') ?? null) : null,
            })
          }}
        >
          <SelectField label="Decision" name="action" options={actions.map((action) => [action, LABELS[action]])} />
          {actions.includes('confirm') && bugs.length > 0 && (
            <SelectField
              label="Known bug"
              help="if confirmed"
              name="knownBug"
              options={[['', 'none recorded'], ...bugs.map(({ slug, title }) => [slug, title] as const)]}
            />
          )}
          <Field label="Why" help="optional">
            <Textarea name="note" maxLength={5_000} />
          </Field>
        </WriteForm>
      )}
      <WriteForm
        label="Owner"
        submit={isOwned ? 'Unassign me' : 'Assign to me'}
        send={(client) => client.findings.own.mutate({ project, id, mine: !isOwned })}
      >
        <p>{isOwned ? 'Assigned.' : 'Unassigned.'}</p>
      </WriteForm>
    </div>
  )
}
