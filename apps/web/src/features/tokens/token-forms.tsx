'use client'

import { useState } from 'react'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from './shown-once.tsx'

const KINDS = {
  runner: 'runner: uploads, and reads nothing',
  reader: 'reader: reads',
  service: 'service: reads, uploads and writes',
} as const

/** Makes a token and shows it this once. */
export function MakeToken({ project }: { project: string }) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <WriteForm
        label="New token"
        submit="Make the token"
        done="The token is below."
        send={async (client, fields) => {
          const asked = { name: fieldText(fields, 'name') ?? '', days: Number(fields.get('days')) }
          const made = await client.tokens.make.mutate({ project, kind: readKind(fields), ...asked })
          setSecret(made.secret)
          return null
        }}
      >
        <Field label="Name" about="of the machine or job that gets it">
          <input name="name" required maxLength={100} autoComplete="off" />
        </Field>
        <Field label="Kind">
          <select name="kind">
            {Object.entries(KINDS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <DaysField />
      </WriteForm>
      {secret !== '' && <NewToken secret={secret} />}
    </>
  )
}

/** Puts a token in the place of another, or ends one. */
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
          submit="Make a successor"
          look="button"
          done="The new token is below; the old one goes on until the time is over."
          send={async (client, fields) => {
            const overlapHours = Number(fields.get('overlap'))
            const made = await client.tokens.rotate.mutate({
              project,
              id,
              days: Number(fields.get('days')),
              overlapHours,
            })
            setSecret(made.secret)
            return null
          }}
        >
          <DaysField />
          <Field label="Both work for" about="hours">
            <input name="overlap" type="number" min={0} max={720} defaultValue={24} required />
          </Field>
        </WriteForm>
        <WriteForm
          label={`Revoke ${name}`}
          submit="Revoke now"
          look="button"
          done="Revoked: it is refused from now on."
          send={async (client) => {
            await client.tokens.revoke.mutate({ project, id })
            return null
          }}
        />
      </details>
      {secret !== '' && <NewToken secret={secret} />}
    </>
  )
}

function NewToken({ secret }: { secret: string }) {
  return (
    <ShownOnce label="New token" secret={secret}>
      Keep it where the program finds it, such as the variable ASSAY_TOKEN. It is not shown again, and it never belongs
      into an address.
    </ShownOnce>
  )
}

function DaysField() {
  return (
    <Field label="Good for" about="days, 366 at most">
      <input name="days" type="number" min={1} max={366} defaultValue={90} required />
    </Field>
  )
}

function readKind(fields: FormData): keyof typeof KINDS {
  const kind = fields.get('kind')
  return kind === 'reader' || kind === 'service' ? kind : 'runner'
}
