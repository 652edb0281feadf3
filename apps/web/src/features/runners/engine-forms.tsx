'use client'

import { useState } from 'react'
import type { RunEngine } from '../../trpc/api-types.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldText, selectedKey, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import { ENGINE_HELP, ENGINE_LABELS } from './engine-labels.ts'
import { EXAMPLE_ALLOW_LIST } from './example-allow-list.ts'

type Engine = RunEngine['engine']

const engineOf = (value: FormDataEntryValue | null): Engine => selectedKey(ENGINE_LABELS, value, 'github-workflow')

/** Adds an engine, or replaces the one of the same name. The secret that signs messages is shown once. */
export function EngineForm({ project }: { project: string }) {
  const [engine, setEngine] = useState<Engine>('github-workflow')
  const [secret, setSecret] = useState('')
  const { address, credential } = ENGINE_HELP[engine]
  return (
    <>
      <WriteForm
        label="Add an engine"
        submit="Save engine"
        done="Saved. Within a minute a job is started for each request that its commands can execute."
        send={(client, fields) =>
          client.runEngines.save.mutate({
            project,
            runner: fieldText(fields, 'runner') ?? '',
            engine: engineOf(fields.get('engine')),
            address: fieldText(fields, 'address') ?? '',
            credential: fieldText(fields, 'credential') ?? null,
            ref: fieldText(fields, 'ref'),
            allowList: fieldText(fields, 'allowList') ?? '',
          })
        }
        onSent={(saved) => setSecret(saved.secret)}
      >
        <Field label="Engine">
          <Select
            name="engine"
            value={engine}
            onChange={(event) => setEngine(engineOf(event.target.value))}
            options={Object.entries(ENGINE_LABELS)}
          />
        </Field>
        <Field label="Runner" help="its name in requests and plans, such as github; a known one is replaced">
          <Input name="runner" required maxLength={100} autoComplete="off" />
        </Field>
        <Field label="Address" help="by which a job is started">
          <Input name="address" type="url" required maxLength={2_000} autoComplete="off" placeholder={address} />
        </Field>
        <Field label="Credential" help={`${credential}; stored encrypted and never shown`}>
          <Input
            name="credential"
            type="password"
            required={engine !== 'webhook'}
            maxLength={2_000}
            autoComplete="off"
          />
        </Field>
        <Field label="Branch or tag" help="whose workflow or pipeline runs">
          <Input name="ref" maxLength={200} defaultValue="main" autoComplete="off" />
        </Field>
        <Field
          label="Allow-list"
          help="the file that the job reads; names of its commands, parameters and labels are stored"
        >
          <Textarea name="allowList" required rows={12} placeholder={EXAMPLE_ALLOW_LIST} spellCheck={false} />
        </Field>
      </WriteForm>
      {secret !== '' && (
        <ShownOnce label="Signing secret" secret={secret}>
          Assay signs every message with it in the header Assay-Signature. Store it where messages are received, if they
          are checked there; it is not shown again.
        </ShownOnce>
      )}
    </>
  )
}

export const RemoveEngine = ({ project, runner }: { project: string; runner: string }) => (
  <WriteForm
    label={`Remove ${runner}`}
    submit="Remove"
    variant="secondary"
    done={`${runner} is removed; its attempts stay.`}
    isRemoval
    send={(client) => client.runEngines.remove.mutate({ project, runner })}
  />
)
