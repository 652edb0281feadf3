import type { OwnTarget, Target } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Section } from '../../ui/section.tsx'
import { MakeTarget } from './channel-forms.tsx'
import { hearsOf, KIND_WORDS } from './channel-labels.ts'
import style from './notifications.module.css'

type Props<Row extends Target> = {
  targets: readonly Row[]
  hrefOf: (target: Row) => string
  /** Null for a person's own, with the projects that they may be told of. */
  project: string | null
  projects?: readonly { slug: string; name: string }[]
  mail: boolean
}

/** Where findings are told, and a form for one more. */
export function TargetsScreen<Row extends Target | OwnTarget>({
  targets,
  hrefOf,
  project,
  projects = [],
  mail,
}: Props<Row>) {
  return (
    <>
      <Section title="Targets">
        {targets.length === 0 ? (
          <EmptyState title={project === null ? 'You are told nowhere yet' : 'Nobody is told yet'}>
            <p>Make a target below: each finding is one message there, however many tests changed.</p>
          </EmptyState>
        ) : (
          <DataTable caption="Targets" columns={columns(hrefOf)} rows={targets} rowKey={({ id }) => id} />
        )}
      </Section>
      <Section title="New target">
        {project === null && projects.length === 0 ? (
          <p>You read no project yet.</p>
        ) : (
          <MakeTarget project={project} projects={projects} mail={mail} />
        )}
      </Section>
    </>
  )
}

const columns = <Row extends Target | OwnTarget>(hrefOf: (target: Row) => string): Column<Row>[] => [
  {
    key: 'name',
    header: 'Name',
    heads: true,
    cell: (target) => (
      <>
        <a href={hrefOf(target)}>{target.name}</a>{' '}
        {'projectName' in target && <small className={style.faint}>{target.projectName}</small>}
      </>
    ),
  },
  { key: 'kind', header: 'Kind', wideOnly: true, cell: ({ kind }) => KIND_WORDS[kind] },
  { key: 'address', header: 'Address', cell: ({ shown }) => <span className={style.body}>{shown}</span> },
  { key: 'hears', header: 'Hears of', wideOnly: true, cell: (target) => hearsOf(target) },
  { key: 'state', header: 'State', cell: (target) => <TargetState target={target} /> },
]

export function TargetState({ target: { pausedAt, pausedWhy, failures } }: { target: Target }) {
  if (pausedAt !== null) return <span className={style.paused}>paused{pausedWhy !== null && `: ${pausedWhy}`}</span>
  return failures === 0 ? 'on' : `on; failed ${failures} ${failures === 1 ? 'time' : 'times'} since it last worked`
}
