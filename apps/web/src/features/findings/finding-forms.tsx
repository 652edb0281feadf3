'use client'

import type { FindingAction } from '@assay/domain/findings/change-state'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'
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

/** Forms for a finding, shown to people who may write. */
export function FindingForms({ project, id, actions, bugs, isOwned }: Props) {
  return (
    <div className={style.forms}>
      <WriteForm
        label="Write a note"
        submit="Add note"
        send={async (client, fields) => {
          await client.findings.note.mutate({ project, id, text: fieldText(fields, 'text') ?? '' })
          return null
        }}
      >
        <Field label="Note">
          <textarea name="text" required maxLength={5_000} />
        </Field>
      </WriteForm>
      {actions.length > 0 && (
        <WriteForm
          label="Decide"
          submit="Decide"
          send={async (client, fields) => {
            const action = actions.find((one) => one === fields.get('action')) ?? 'acknowledge'
            await client.findings.act.mutate({
              project,
              id,
              action,
              note: fieldText(fields, 'note') ?? null,
              knownBug: action === 'confirm' ? (fieldText(fields, 'knownBug') ?? null) : null,
            })
            return null
          }}
        >
          <Field label="Decision">
            <select name="action">
              {actions.map((action) => (
                <option key={action} value={action}>
                  {LABELS[action]}
                </option>
              ))}
            </select>
          </Field>
          {actions.includes('confirm') && bugs.length > 0 && (
            <Field label="Known bug" about="if confirmed">
              <select name="knownBug">
                <option value="">none recorded</option>
                {bugs.map(({ slug, title }) => (
                  <option key={slug} value={slug}>
                    {title}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <Field label="Why" about="optional">
            <textarea name="note" maxLength={5_000} />
          </Field>
        </WriteForm>
      )}
      <WriteForm
        label="Owner"
        submit={isOwned ? 'Unassign me' : 'Assign to me'}
        send={async (client) => {
          await client.findings.own.mutate({ project, id, mine: !isOwned })
          return null
        }}
      >
        <p>{isOwned ? 'Assigned.' : 'Unassigned.'}</p>
      </WriteForm>
    </div>
  )
}
