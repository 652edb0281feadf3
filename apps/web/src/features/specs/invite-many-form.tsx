import { plural } from '@assay/domain/plural'
import { useState } from 'react'
import type { Candidate } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Textarea } from '../../ui/input.tsx'
import { NewGuestLinkNote } from './created-link.tsx'
import style from './form.module.css'
import { type Invited, readInvited } from './invited-people.ts'
import type { NewGuestLink } from './use-reviewers.ts'

type Props = {
  members: readonly Candidate[]
  /** Invites one person. @returns the link of a guest, or the reason of a refusal */
  invite: (one: Exclude<Invited, { kind: 'unknown' }>) => Promise<{ link: NewGuestLink | null } | { failure: string }>
  onDone: () => void
}

/** Invites several people at once: members by their names, guests by their e-mails. */
export function InviteManyForm({ members, invite, onDone }: Props) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<{ links: NewGuestLink[]; count: number; problems: string[] } | null>(null)

  const onSubmit = async () => {
    setBusy(true)
    const result = { links: [] as NewGuestLink[], count: 0, problems: [] as string[] }
    const left: string[] = []
    for (const one of readInvited(text, members)) {
      const line = one.kind === 'unknown' ? one.line : one.kind === 'member' ? one.name : `${one.reader} <${one.email}>`
      const answer = one.kind === 'unknown' ? { failure: UNKNOWN } : await invite(one)
      if ('failure' in answer) {
        result.problems.push(`${line}: ${answer.failure}`)
        left.push(line)
        continue
      }
      result.count++
      if (answer.link !== null) result.links.push(answer.link)
    }
    // People who were not invited stay in the field, as does what was typed meanwhile.
    setText((now) =>
      [...left, now === text ? '' : now.replace(text, '').trim()].filter((line) => line !== '').join('\n'),
    )
    setDone(result)
    setBusy(false)
    onDone()
  }
  return (
    <>
      <Form className={style.form} aria-label="Invite several people" action={onSubmit}>
        <label>
          Names of members and e-mails of guests, one on each line
          <Textarea
            autoFocus
            rows={3}
            required
            value={text}
            maxLength={10_000}
            placeholder="Ann Alvarez&#10;rita@example.org"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <Button type="submit" disabled={isBusy}>
          Invite
        </Button>
      </Form>
      {done !== null && done.count > 0 && (
        <p role="status" className={style.faint}>
          {plural(done.count, 'person is invited.', 'people are invited.')}
        </p>
      )}
      {done?.links.map((link) => (
        <NewGuestLinkNote key={link.url} link={link} />
      ))}
      {done !== null && done.problems.length > 0 && (
        <div role="alert" className={style.failure}>
          {done.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </>
  )
}

const UNKNOWN = 'No member of the project has this name. Enter an e-mail address to invite a guest.'
