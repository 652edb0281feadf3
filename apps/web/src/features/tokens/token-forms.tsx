'use client'

import { useState } from 'react'
import { Field, SelectField } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, selectedKey, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from './shown-once.tsx'

const KINDS = {
  runner: 'runner: upload only',
  reader: 'reader: read only',
  service: 'service: read, upload and write',
  auditor: 'auditor: read the audit log',
} as const

/** Creates a token and shows it once. */
export function MakeToken({ project }: { project: string }) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <WriteForm
        label="New token"
        submit="Create token"
        done="The token is below."
        send={(client, fields) =>
          client.tokens.create.mutate({
            project,
            kind: selectedKey(KINDS, fields.get('kind'), 'runner'),
            name: fieldText(fields, 'name') ?? '',
            days: Number(fields.get('days')),
          })
        }
        onSent={(made) => setSecret(made.secret)}
      >
        <Field label="Name" help="of the machine or job that uses it">
          <Input name="name" required maxLength={100} autoComplete="off" />
        </Field>
        <SelectField label="Kind" name="kind" options={Object.entries(KINDS)} />
        <DaysField />
      </WriteForm>
      {secret !== '' && <NewToken secret={secret} />}
    </>
  )
}

/** Rotates or revokes a token. */
export function TokenActions({ project, id, name }: { project: string; id: string; name: string }) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <details>
        <summary>
          Rotate or revoke<span className="visually-hidden"> {name}</span>
        </summary>
        <WriteForm
          label={`Rotate ${name}`}
          submit="Create successor"
          variant="secondary"
          done="The new token is below; the old one stays valid until the overlap ends."
          send={(client, fields) =>
            client.tokens.rotate.mutate({
              project,
              id,
              days: Number(fields.get('days')),
              overlapHours: Number(fields.get('overlap')),
            })
          }
          onSent={(made) => setSecret(made.secret)}
        >
          <DaysField />
          <Field label="Overlap" help="hours">
            <Input name="overlap" type="number" min={0} max={720} defaultValue={24} required />
          </Field>
        </WriteForm>
        <WriteForm
          label={`Revoke ${name}`}
          submit="Revoke now"
          variant="secondary"
          done={`${name} is revoked.`}
          isRemoval
          send={(client) => client.tokens.revoke.mutate({ project, id })}
        />
      </details>
      {secret !== '' && <NewToken secret={secret} />}
    </>
  )
}

function NewToken({ secret }: { secret: string }) {
  return (
    <ShownOnce label="New token" secret={secret}>
      Store it where the program finds it, such as in the variable ASSAY_TOKEN. It is not shown again. Never put it into
      a URL.
    </ShownOnce>
  )
}

function DaysField() {
  return (
    <Field label="Expires in" help="days, maximum 366">
      <Input name="days" type="number" min={1} max={366} defaultValue={90} required />
    </Field>
  )
}
