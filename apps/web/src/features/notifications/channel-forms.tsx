'use client'

import { ChannelKind, ChannelOptions } from '@assay/domain/notifications/channel-options'
import { useState } from 'react'
import { notificationsPath, ownNotificationsPath } from '../../paths.ts'
import type { Client } from '../../trpc/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import { ChannelFields, readOptions } from './channel-fields.tsx'
import { KIND_LABELS } from './channel-labels.ts'
import style from './notifications.module.css'

type ChannelRef = { project: string; id: string; own: boolean }

const NEW = ChannelOptions.parse({ name: 'x' })

const channelClient = (client: Client, own: boolean) => (own ? client.ownNotifications : client.notifications)

/** Creates a channel; for a personal channel the person selects its project. */
export function CreateChannel({
  project,
  projects = [],
  mail,
}: {
  /** Null for a person's own channel; the person then selects one of `projects`. */
  project: string | null
  projects?: readonly { key: string; name: string }[]
  mail: boolean
}) {
  const [secret, setSecret] = useState('')
  const own = project === null
  return (
    <>
      <WriteForm
        label="New channel"
        submit="Create channel"
        done="The channel is in the list. Send a test from its page."
        send={(client, fields) =>
          channelClient(client, own).create.mutate({
            project: project ?? fieldText(fields, 'project') ?? '',
            kind: ChannelKind.parse(fields.get('kind')),
            address: fieldText(fields, 'address') ?? '',
            options: readOptions(fields),
          })
        }
        onSent={(made) => setSecret(made.secret ?? '')}
      >
        {own && <SelectField label="Project" name="project" options={projects.map(({ key, name }) => [key, name])} />}
        <SelectField
          label="Kind"
          name="kind"
          options={Object.entries(KIND_LABELS).filter(([kind]) => kind !== 'mail' || mail)}
        />
        <Field
          label="Address"
          help={
            own
              ? 'begins with https://; mail goes to the address of your account'
              : 'begins with https://; for mail, the address of a member'
          }
        >
          <Input name="address" required={!own} maxLength={2_000} autoComplete="off" />
        </Field>
        <ChannelFields project={project} options={{ ...NEW, name: '' }} />
      </WriteForm>
      {secret !== '' && <NewSecret secret={secret} />}
    </>
  )
}

export function EditChannel({ project, id, own, options }: ChannelRef & { options: ChannelOptions }) {
  return (
    <WriteForm
      label="Subscription"
      submit="Save"
      send={(client, fields) => channelClient(client, own).update.mutate({ project, id, options: readOptions(fields) })}
    >
      <ChannelFields project={project} options={options} />
    </WriteForm>
  )
}

export function ChannelActions({
  project,
  id,
  own,
  paused,
  signed,
}: ChannelRef & { paused: boolean; signed: boolean }) {
  const [secret, setSecret] = useState('')
  return (
    <>
      <div className={style.actions}>
        <WriteForm
          label="Test"
          submit="Send a test"
          variant="secondary"
          done="Sent; the log below shows the response."
          send={(client) => channelClient(client, own).test.mutate({ project, id })}
        />
        <WriteForm
          label={paused ? 'Resume' : 'Pause'}
          submit={paused ? 'Resume' : 'Pause'}
          variant="secondary"
          done=""
          send={(client) => channelClient(client, own).pause.mutate({ project, id, paused: !paused })}
        />
        {signed && (
          <WriteForm
            label="New secret"
            submit="Create new secret"
            variant="secondary"
            done="Messages are no longer signed with the old secret."
            send={(client) => channelClient(client, own).renewSecret.mutate({ project, id })}
            onSent={(made) => setSecret(made.secret)}
          />
        )}
        <WriteForm
          label="Remove"
          submit="Remove channel"
          variant="secondary"
          send={(client) => channelClient(client, own).remove.mutate({ project, id })}
          next={() => (own ? ownNotificationsPath() : notificationsPath(project))}
        />
      </div>
      {secret !== '' && <NewSecret secret={secret} />}
    </>
  )
}

export function Redeliver({ project, own, messageId }: { project: string; own: boolean; messageId: string }) {
  return (
    <WriteForm
      label="Send again"
      submit="Send again"
      variant="secondary"
      done="The message is sent again under its id."
      send={(client) => channelClient(client, own).redeliver.mutate({ project, messageId })}
    />
  )
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <ShownOnce label="Signing secret" secret={secret}>
      Assay signs every message with it in the header Assay-Signature. Store it at the receiver; it is not shown again.
    </ShownOnce>
  )
}
