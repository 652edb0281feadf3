'use client'

import { slugOf } from '@assay/domain/notes/slug-of'
import { type FormEvent, useState } from 'react'
import { publishedPath, sharePath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, fieldText } from '../notes/write-form.tsx'
import style from './share.module.css'

type What =
  | { kind: 'comparison'; query: string; study: string | null; own: Readonly<Record<string, string>> }
  | { kind: 'report'; slug: string; version: number }
type Props = { project: string; organization: string; origin: string; what: What; title: string }

const ENDS = [
  { days: '7', label: 'in a week' },
  { days: '30', label: 'in a month' },
  { days: '90', label: 'in 90 days' },
  { days: '366', label: 'in a year' },
  { days: '', label: 'never' },
]

/** Makes a link, and tells its address this once. */
export function NewShare({ project, organization, origin, what, title }: Props) {
  const [state, setState] = useState({ busy: false, message: '', address: '' })

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => fieldText(fields, name) ?? null
    const embargo = text('embargo')
    setState({ busy: true, message: '', address: '' })
    const { client } = await import('../../trpc/client.ts')
    try {
      const named = text('title') ?? 'Comparison'
      const isPublished = fields.get('publish') !== null
      const made = await client.shares.make.mutate({
        project,
        share: {
          title: named,
          what,
          days: text('days') === null || isPublished ? null : Number(text('days')),
          password: text('password'),
          embargoUntil: embargo === null ? null : new Date(embargo).toISOString(),
          masks: fields.get('mask') === null ? null : {},
          publishAs: isPublished ? slugOf(named, `shared-${Date.now()}`) : null,
        },
      })
      const path = made.secret === null ? publishedPath(organization, made.slug ?? '') : sharePath(made.secret)
      setState({ busy: false, message: '', address: `${origin}${path}` })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The server did not answer. Try again.'
      setState({ busy: false, message, address: '' })
    }
  }

  if (state.address !== '') {
    return (
      <div className={style.once} role="status">
        <p>
          <a href={state.address}>
            <code>{state.address}</code>
          </a>
        </p>
        <CopyButton text={state.address} label="Copy the link" />
        <p>This address is shown once: only a hash of it is kept.</p>
      </div>
    )
  }
  return (
    <form className={`${style.password} needs-script`} aria-label="Share" onSubmit={(event) => void send(event)}>
      <Field label="Title">
        <input name="title" required maxLength={200} defaultValue={title} />
      </Field>
      <Field label="It ends">
        <select name="days" defaultValue="90">
          {ENDS.map(({ days, label }) => (
            <option key={label} value={days}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Password" about="may be left out">
        <input name="password" type="password" minLength={8} maxLength={200} autoComplete="new-password" />
      </Field>
      <Field label="Opens on" about="an embargo; may be left out">
        <input name="embargo" type="datetime-local" />
      </Field>
      <label>
        <input name="mask" type="checkbox" /> Mask the names of products: DBMS A, DBMS B
      </label>
      <label>
        <input name="publish" type="checkbox" /> Publish under a readable address, for search engines too
      </label>
      <div>
        <button type="submit" className={button.primary} disabled={state.busy}>
          Make the link
        </button>
      </div>
      <p role="alert">{state.message}</p>
    </form>
  )
}
