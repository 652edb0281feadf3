'use client'

import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { type FormEvent, useState } from 'react'
import { publishedPath, sharePath, sharePreviewPath } from '../../paths.ts'
import type { Masking, SharedProduct } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldText } from '../notes/write-form.tsx'
import { CreatedShare } from './created-share.tsx'
import { EmbedHostsField, readEmbedHosts } from './embed-hosts-field.tsx'
import { defaultExpiry, expiryOptions } from './expiry-options.ts'
import { MaskFields, readMasking } from './mask-fields.tsx'
import style from './share.module.css'
import type { ShareSource } from './share-source.ts'

type Props = {
  project: string
  organization: string
  origin: string
  what: ShareSource
  /** The query of this page, which the preview repeats. */
  requestedQuery: string
  title: string
  products: readonly SharedProduct[]
  /** Longest life of a link in days; null for no limit. */
  maxDays: number | null
}

/** Creates a link and shows its address once. */
export function NewShare({ project, organization, origin, what, requestedQuery, title, products, maxDays }: Props) {
  const [state, setState] = useState({ busy: false, message: '', address: '' })
  const [isPublished, setIsPublished] = useState(false)
  const [preview, setPreview] = useState(() => sharePreviewPath(project, previewQuery(requestedQuery, title, null)))

  const changed = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    setIsPublished(fields.get('publish') !== null)
    const masking = readMasking(fields, products)
    setPreview(sharePreviewPath(project, previewQuery(requestedQuery, fieldText(fields, 'title') ?? title, masking)))
  }

  const send = async (fields: FormData) => {
    // The box may have been checked before hydration.
    setIsPublished(fields.get('publish') !== null)
    setState({ busy: true, message: '', address: '' })
    const { client } = await import('../../trpc/client.ts')
    try {
      const share = { what, ...readShare(fields, maxDays), ...readMasking(fields, products) }
      const made = await client.shares.create.mutate({ project, share })
      const path = made.secret === null ? publishedPath(organization, made.slug ?? '') : sharePath(made.secret)
      setState({ busy: false, message: '', address: `${origin}${path}` })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The server did not answer. Try again.'
      setState({ busy: false, message, address: '' })
    }
  }

  if (state.address !== '') return <CreatedShare address={state.address} isSecret={!isPublished} />
  return (
    <Form className={style.form} aria-label="Share" onChange={changed} action={send}>
      <Field label="Title">
        <Input name="title" required maxLength={200} defaultValue={title} />
      </Field>
      <MaskFields products={products} />
      <AccessFields isPublished={isPublished} title={title} maxDays={maxDays} />
      <div className={style.buttons}>
        <Button type="submit" variant="primary" disabled={state.busy}>
          {isPublished ? 'Publish' : 'Create link'}
        </Button>
        <a href={preview} target="_blank" rel="noopener" className={button.button}>
          Preview as visitor
        </a>
        <span role="alert" className={style.failed}>
          {state.message}
        </span>
      </div>
    </Form>
  )
}

/** A published page does not expire, unless the organization limits its life. */
const canExpire = ({ isPublished, maxDays }: Publishing): boolean => !isPublished || maxDays !== null

type Publishing = { isPublished: boolean; maxDays: number | null }

function readShare(fields: FormData, maxDays: number | null) {
  const isPublished = fields.get('publish') !== null
  const text = (name: string) => fieldText(fields, name) ?? null
  const title = text('title') ?? 'Comparison'
  const [days, embargo] = [text('days'), text('embargo')]
  return {
    title,
    days: days === null || !canExpire({ isPublished, maxDays }) ? null : Number(days),
    password: isPublished ? null : text('password'),
    embargoUntil: embargo === null ? null : new Date(embargo).toISOString(),
    publishAs: isPublished ? (text('name') ?? slugOf(title, `shared-${Date.now()}`)) : null,
    frameHosts: readEmbedHosts(fields),
  }
}

/** Fields for the visibility of the page, its address, and the time in which it opens. */
function AccessFields({ isPublished, title, maxDays }: Publishing & { title: string }) {
  return (
    <fieldset className={style.ways}>
      <legend>Visibility</legend>
      <label className={style.check}>
        <Checkbox name="publish" /> Publish under a readable address, visible to search engines
      </label>
      {isPublished ? (
        <Field label="Name in the address" help="derived from the title if empty">
          <Input name="name" maxLength={80} pattern="[a-z0-9]+(-[a-z0-9]+)*" placeholder={slugOf(title, 'name')} />
        </Field>
      ) : (
        <Field label="Password" help="optional">
          <Input name="password" type="password" minLength={8} maxLength={200} autoComplete="new-password" />
        </Field>
      )}
      {canExpire({ isPublished, maxDays }) && (
        <Field label="Expires">
          <Select
            name="days"
            defaultValue={defaultExpiry(maxDays)}
            options={expiryOptions(maxDays).map(({ days, label }) => [days, label])}
          />
        </Field>
      )}
      <Field label="Opens on" help="embargo; optional">
        <Input name="embargo" type="datetime-local" />
      </Field>
      <EmbedHostsField />
    </fieldset>
  )
}

function previewQuery(requestedQuery: string, title: string, masking: Masking | null): string {
  const query = new URLSearchParams(requestedQuery)
  query.set('title', title)
  if (masking !== null && masking.masks !== null) query.set('masking', JSON.stringify(masking))
  return query.toString()
}
