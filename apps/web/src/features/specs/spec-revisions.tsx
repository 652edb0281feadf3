import type { SpecRevisionSummary } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Select } from '../../ui/select.tsx'
import style from './spec-screen.module.css'

type Between = { from: number; to: number }
type Props = {
  /** Newest first. */
  revisions: readonly SpecRevisionSummary[]
  links: { revision(number: number): string; changes(between: Between): string }
}

/** All revisions, newest first, with author and reason, and a form to compare any two. */
export function SpecRevisions({ revisions, links }: Props) {
  return (
    <section aria-labelledby="revisions" className={style.revisions}>
      <h2 id="revisions">Revisions</h2>
      <ul>
        {revisions.map((one) => (
          <li key={one.number}>
            <a href={links.revision(one.number)}>Revision {one.number}</a>
            {`, ${one.author.name}, ${formatDate(one.madeAt)}: ${one.note}`}
            {one.number > 1 && (
              <>
                {' · '}
                <a
                  href={links.changes({ from: one.number - 1, to: one.number })}
                  aria-label={`Changes of revision ${one.number}`}
                >
                  changes
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
      {revisions.length > 2 && <BetweenForm revisions={revisions} links={links} />}
    </section>
  )
}

/** Compares two revisions; works without a script. */
function BetweenForm({ revisions, links }: Props) {
  const newest = revisions[0]?.number ?? 1
  const [action = ''] = links.changes({ from: 1, to: newest }).split('?')
  const choice = (name: 'from' | 'to', label: string, value: number) => (
    <label>
      {label}{' '}
      <Select
        name={name}
        defaultValue={value}
        options={revisions.map(({ number }) => [String(number), `revision ${number}`])}
      />
    </label>
  )
  return (
    <PlainForm action={action} aria-label="Changes between two revisions" className={`${style.between} no-print`}>
      {choice('from', 'Changes from', 1)}
      {choice('to', 'to', newest)}
      <Button type="submit">Show</Button>
    </PlainForm>
  )
}
