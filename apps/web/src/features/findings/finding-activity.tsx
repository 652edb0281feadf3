import { actionsFrom } from '@assay/domain/findings/change-state'
import type { FindingDetails, KnownBug } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import style from './finding.module.css'
import { FindingForms } from './finding-forms.tsx'

type Props = { project: string; finding: FindingDetails; bugs: readonly KnownBug[]; mayWrite: boolean }

/** The activity of a finding, and the forms for decisions with a reason and for notes. */
export function FindingActivity({ project, finding, bugs, mayWrite }: Props) {
  const { events, state, owner } = finding
  return (
    <Section title="Activity" id="activity">
      <ul className={style.events}>
        {events.map(({ id, at, by, kind, note }) => (
          <li key={id}>
            <time dateTime={at}>{formatDate(at)}</time> {by}: {EVENT_WORDS[kind] ?? kind}
            {note !== null && <blockquote>{note}</blockquote>}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <FindingForms
          project={project}
          id={finding.id}
          actions={actionsFrom(state)}
          bugs={bugs
            .filter(({ product }) => product === finding.product)
            .map(({ slug, bug: name, title }) => ({ slug, title: `${name}: ${title}` }))}
          isOwned={owner !== null}
        />
      )}
    </Section>
  )
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  found: 'detected this finding',
  continued: 'extended the finding to',
  acknowledge: 'acknowledged',
  confirm: 'confirmed',
  dismiss: 'not a bug',
  reopen: 'reopened',
  note: 'wrote',
  owner: 'changed the owner',
  recovered: 'later data: back to the earlier level',
  relapsed: 'later data: regression again',
  'no longer found': 'no longer in the data',
}
