'use client'

import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { publishedPath, sharePath } from '../../paths.ts'
import type { Share } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDate, formatDateAndTime } from '../../ui/format-date.ts'
import { Checkbox, Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { CreatedShare } from './created-share.tsx'
import { EmbedHostsField } from './embed-hosts-field.tsx'
import { expiryOptions } from './expiry-options.ts'
import style from './share.module.css'
import { changeOf, KEEP, NONE } from './share-change.ts'

type Props = {
  project: string
  organization: string
  origin: string
  share: Share
  /** Longest life of a link in days; null for no limit. */
  maxDays: number | null
}
type State = { busy: boolean; message: string; failed: boolean; made: { path: string; isSecret: boolean } | null }

const IDLE: State = { busy: false, message: '', failed: false, made: null }

/** Changes the settings of a shared link. A new address is shown below; a secret one is shown only once. */
export function ChangeShare({ project, organization, origin, share, maxDays }: Props) {
  const router = useRouter()
  const [state, setState] = useState(IDLE)

  const send = async (fields: FormData) => {
    const change = changeOf(share, fields)
    if (Object.keys(change).length === 0) {
      setState({ ...IDLE, message: 'No setting was changed. Change one first.' })
      return
    }
    setState({ ...IDLE, busy: true })
    const { client } = await import('../../trpc/client.ts')
    try {
      const { secret, slug } = await client.shares.change.mutate({ project, id: share.id, change })
      const made =
        secret !== null
          ? { path: sharePath(secret), isSecret: true }
          : slug !== null && slug !== share.slug
            ? { path: publishedPath(organization, slug), isSecret: false }
            : null
      setState({ ...IDLE, message: 'Changed.', made })
      router.refresh()
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The server did not answer. Try again.'
      setState({ ...IDLE, message, failed: true })
    }
  }

  return (
    <>
      <Form className={style.form} aria-label="Change the link" action={send}>
        {/* The key resets the fields to the stored values. */}
        <Ways key={JSON.stringify({ ...share, views: 0, lastViewAt: null })} share={share} maxDays={maxDays} />
        <div className={style.buttons}>
          <Button type="submit" variant="primary" disabled={state.busy}>
            Change
          </Button>
          <span role={state.failed ? 'alert' : 'status'} className={state.failed ? style.failed : undefined}>
            {state.message}
          </span>
        </div>
      </Form>
      {state.made !== null && <CreatedShare address={`${origin}${state.made.path}`} isSecret={state.made.isSecret} />}
    </>
  )
}

function Ways({ share, maxDays }: { share: Share; maxDays: number | null }) {
  const { title, name, slug, hasSecret, hasPassword, expiresAt, frameHosts } = share
  const [isPublished, setIsPublished] = useState(slug !== null)
  return (
    <>
      <Field label="Name in the list of links" help="visitors see the title, which does not change">
        <Input name="called" maxLength={200} defaultValue={name ?? title} placeholder={title} />
      </Field>
      <fieldset className={style.ways}>
        <legend>Visibility</legend>
        <label className={style.check}>
          <Checkbox
            name="publish"
            defaultChecked={slug !== null}
            onChange={(event) => setIsPublished(event.currentTarget.checked)}
          />{' '}
          Publish under a readable address, visible to search engines
        </label>
        {isPublished ? (
          <Field label="Name in the address" help="derived from the title if empty">
            <Input
              name="slug"
              maxLength={80}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              defaultValue={slug ?? ''}
              placeholder={slugOf(title, 'name')}
            />
          </Field>
        ) : (
          <Password hasPassword={hasPassword} />
        )}
        <Field label="Expires">
          <Select name="days" defaultValue={KEEP}>
            <option value={KEEP}>{expiresAt === null ? 'never' : `on ${formatDate(expiresAt)}`}</option>
            {expiryOptions(maxDays)
              .filter(({ days }) => days !== '' || expiresAt !== null)
              .map(({ days, label }) => (
                <option key={label} value={days === '' ? NONE : days}>
                  {label}
                </option>
              ))}
          </Select>
        </Field>
        <Opens share={share} />
        <EmbedHostsField hosts={frameHosts} />
        <p className={style.hint} role="status">
          {whatPublishingDoes({ isPublished, wasPublished: slug !== null, hasSecret, hasPassword })}
        </p>
      </fieldset>
    </>
  )
}

function whatPublishingDoes(of: {
  isPublished: boolean
  wasPublished: boolean
  hasSecret: boolean
  hasPassword: boolean
}): string {
  if (of.isPublished && !of.wasPublished) {
    const password = of.hasPassword ? ' Its password is removed: published pages have none.' : ''
    return `Everyone will be able to read it; the secret address stays valid.${password}`
  }
  if (!of.isPublished && of.wasPublished) {
    const secret = of.hasSecret
      ? 'Its secret address stays valid.'
      : 'It gets a secret address, which is shown only once.'
    return `The readable address will stop working, and its name can be reused. ${secret}`
  }
  return ''
}

function Password({ hasPassword }: { hasPassword: boolean }) {
  const [choice, setChoice] = useState(KEEP)
  return (
    <>
      <Field label="Password">
        <Select name="passwordIs" value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
          <option value={KEEP}>{hasPassword ? 'current password' : 'none'}</option>
          <option value="new">new password</option>
          {hasPassword && <option value={NONE}>remove</option>}
        </Select>
      </Field>
      {choice === 'new' && (
        <Field label="New password" help="8 characters or more">
          <Input name="password" type="password" required minLength={8} maxLength={200} autoComplete="new-password" />
        </Field>
      )}
    </>
  )
}

function Opens({ share: { embargoUntil } }: { share: Share }) {
  const [choice, setChoice] = useState(KEEP)
  return (
    <>
      <Field label="Opens">
        <Select name="opens" value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
          <option value={KEEP}>{embargoUntil === null ? 'at once' : `on ${formatDateAndTime(embargoUntil)}`}</option>
          <option value="at">at another time</option>
          {embargoUntil !== null && <option value={NONE}>at once, without an embargo</option>}
        </Select>
      </Field>
      {choice === 'at' && (
        <Field label="Opens on" help="until then only authors see it">
          <Input name="embargo" type="datetime-local" required />
        </Field>
      )}
    </>
  )
}
