'use client'

import { useState } from 'react'
import type { Candidate } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { clearForm, Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { NewGuestLinkNote } from './created-link.tsx'
import style from './form.module.css'
import { InviteManyForm } from './invite-many-form.tsx'
import { useReviewers } from './use-reviewers.ts'

type Props = {
  project: string
  name: string /** Keys of those who are invited or write it. */
  known: readonly string[]
}

/** Invites members from a list, and guests by a personal link. */
export function InviteForm({ project, name, known }: Props) {
  const reviewers = useReviewers(project, name)
  const { busy, failure, link, candidates, inviteMember, inviteGuest } = reviewers
  const [members, setMembers] = useState<readonly Candidate[] | null>(null)
  const choosable = members?.filter(({ personId }) => !known.includes(`person:${personId}`)) ?? []

  const onMember = (fields: FormData) => inviteMember(String(fields.get('member') ?? ''))
  const onGuest = async (fields: FormData, form: HTMLFormElement) => {
    const field = (key: string) => String(fields.get(key) ?? '').trim()
    const until = field('until') === '' ? null : new Date(`${field('until')}T23:59:59`).toISOString()
    if (await inviteGuest({ reader: field('reader'), email: field('email'), until })) clearForm(form)
  }
  if (members === null) {
    return (
      <Button variant="quiet" className="needs-script" onClick={() => void candidates().then(setMembers)}>
        Invite reviewers
      </Button>
    )
  }
  return (
    <>
      <InviteManyForm members={choosable} invite={reviewers.inviteOne} onDone={reviewers.refresh} />
      <Form className={style.form} aria-label="Invite a member" action={onMember}>
        <label>
          Member of the project
          <Select name="member" required disabled={choosable.length === 0}>
            <SelectOptions options={choosable.map(({ personId, name: called }) => [personId, called])} />
          </Select>
        </label>
        {choosable.length === 0 && <p className={style.faint}>Every member is invited or is an author.</p>}
        <Button type="submit" variant="quiet" disabled={busy || choosable.length === 0}>
          Invite the member
        </Button>
      </Form>
      <Form className={style.form} aria-label="Invite a guest" action={onGuest}>
        <label>
          Name of a guest
          <Input name="reader" required maxLength={100} autoComplete="off" />
        </label>
        <label>
          Their e-mail
          <Input name="email" type="email" required maxLength={254} autoComplete="off" />
        </label>
        <label>
          Link expires on (empty: with the review)
          <Input name="until" type="date" />
        </label>
        <Button type="submit" variant="quiet" disabled={busy}>
          Create link
        </Button>
      </Form>
      {link !== null && <NewGuestLinkNote link={link} />}
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </>
  )
}
