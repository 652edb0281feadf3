'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { linkedSpecPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { Select } from '../../ui/select.tsx'
import style from './form.module.css'

type Link = { id: string; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null }
type Props = { project: string; name: string; origin: string; links: readonly Link[] }

/** Creates a public link after a preview of its content, and revokes links. */
export function PublicLinks({ project, name, origin, links }: Props) {
  const router = useRouter()
  const [made, setMade] = useState('')
  const [state, setState] = useState({ busy: false, failure: '' })

  const run = async (what: () => Promise<void>) => {
    setState({ busy: true, failure: '' })
    const { failureText } = await import('../../trpc/failure-text.ts')
    try {
      await what()
      setState({ busy: false, failure: '' })
      router.refresh()
    } catch (error) {
      setState({ busy: false, failure: failureText(error) })
    }
  }
  const onSubmit = (fields: FormData) => {
    const days = String(fields.get('days') ?? '')
    return run(async () => {
      const { client } = await import('../../trpc/client.ts')
      const ends = days === '' ? null : Number(days)
      const { secret } = await client.specs.createLink.mutate({ project, name, days: ends })
      setMade(`${origin}${linkedSpecPath(secret)}`)
    })
  }
  const revoke = (id: string) =>
    void run(async () => {
      const { client } = await import('../../trpc/client.ts')
      await client.specs.revokeLink.mutate({ project, name, id })
    })

  return (
    <>
      <Form className={style.form} action={onSubmit}>
        <label>
          Expires in
          <Select name="days" defaultValue="90">
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
            <option value="">never</option>
          </Select>
        </label>
        <div>
          <Button type="submit" variant="primary" disabled={state.busy}>
            Create link
          </Button>
        </div>
      </Form>
      {made !== '' && (
        <p role="status">
          <a href={made}>{made}</a> <CopyButton text={made} label="Copy the link" /> It will not be shown again.
        </p>
      )}
      {state.failure !== '' && (
        <p role="alert" className={style.failure}>
          {state.failure}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label="Links">
          {links.map(({ id, createdAt, createdBy, expiresAt, revokedAt }) => (
            <li key={id}>
              {`Created ${formatDate(createdAt)} by ${createdBy}, `}
              {revokedAt !== null
                ? `revoked ${formatDate(revokedAt)}`
                : expiresAt === null
                  ? 'does not expire'
                  : `until ${formatDate(expiresAt)}`}{' '}
              {revokedAt === null && (
                <Button disabled={state.busy} onClick={() => revoke(id)}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
