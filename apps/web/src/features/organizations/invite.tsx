'use client'

import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import { RoleField, readRole } from './role-field.tsx'

/** Invites a person and shows the link once. */
export function Invite({ organization }: { organization: string }) {
  const [made, setMade] = useState<{ url: string; sent: boolean } | null>(null)
  return (
    <>
      <WriteForm
        label="Invite"
        submit="Create invitation"
        done="The link is below."
        send={(client, fields) => {
          const email = fieldText(fields, 'email') ?? null
          return client.members.invite.mutate({ organization, email, role: readRole(fields) })
        }}
        onSent={setMade}
      >
        <Field label="E-mail" help="optional: without it everyone with the link can join">
          <Input name="email" type="email" maxLength={254} autoComplete="off" />
        </Field>
        <RoleField />
      </WriteForm>
      {made !== null && (
        <ShownOnce label="Invitation link" secret={made.url}>
          It works once, for seven days, and is not shown again.{' '}
          {made.sent ? 'It was also sent by mail.' : 'Send it to the person who should join.'}
        </ShownOnce>
      )}
    </>
  )
}
