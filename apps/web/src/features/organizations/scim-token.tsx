'use client'

import { useState } from 'react'
import type { IdentityProviderSettings } from '../../trpc/api-types.ts'
import { WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'

type Props = { organization: string } & Pick<IdentityProviderSettings, 'scim'>

/** The token with which the directory of an organization sends its members. */
export function ScimToken({ organization, scim: { since, leakedAt, url } }: Props) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <p>
        Base URL <code>{url}</code>. With a token, the directory decides who is a member: a first sign-in creates no
        member.
      </p>
      {leakedAt !== null && (
        <p>
          The token was reported as public on {leakedAt.slice(0, 10)} and is revoked. Your directory changes no members
          until you replace it.
        </p>
      )}
      <WriteForm
        label="SCIM token"
        submit={since === null ? 'Create a token' : 'Replace the token'}
        done="Created."
        send={(client) => client.identityProvider.createScimToken.mutate({ organization })}
        onSent={(made) => setSecret(made.secret)}
      />
      {secret !== '' && (
        <ShownOnce label="SCIM token" secret={secret}>
          It is shown only now. Enter it in your directory as the bearer token.
        </ShownOnce>
      )}
      {since !== null && (
        <WriteForm
          label="Remove the SCIM token"
          submit="Remove the token"
          variant="danger"
          done="Removed. Members stay as they are."
          isRemoval
          send={(client) => client.identityProvider.removeScimToken.mutate({ organization })}
        />
      )}
    </>
  )
}
