import { plural } from '@assay/domain/plural'
import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import { SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { becameLine } from '@assay/domain/specs/state-line'
import type { ReactNode } from 'react'
import { importSpecPath, newSpecPath, specPath, specsPath } from '../../paths.ts'
import type { SpecSummary } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import style from '../../ui/text-list.module.css'
import { StateBadges } from './state-badge.tsx'

type Props = {
  project: string
  specs: readonly SpecSummary[]
  isFiltered: boolean
  writes: boolean
  children: ReactNode
}

/** The functional and design specs of a project. */
export function SpecsScreen({ project, specs, isFiltered, writes, children }: Props) {
  return (
    <>
      <PageHeader
        title={specsTitle(specs)}
        summary="Functional and design specs with their reviews; every comment stays with its response."
        actions={
          writes && (
            <>
              <a href={importSpecPath(project)} className={button.button}>
                Import
              </a>
              <a href={newSpecPath(project)} className={button.primary}>
                New spec
              </a>
            </>
          )
        }
      />
      {children}
      {specs.length === 0 && isFiltered ? (
        <EmptyState title="No spec passes the filters">
          <a href={specsPath(project)}>Show all specs</a>.
        </EmptyState>
      ) : specs.length === 0 ? (
        <EmptyState title="No specs yet">
          <p>
            {writes
              ? 'Start with a functional spec: what to build, in the words of its users.'
              : 'A spec appears here when its review is scheduled. Authors of this project can create one.'}
          </p>
        </EmptyState>
      ) : (
        <ul className={style.list}>
          {specs.map((spec) => (
            <li key={spec.id}>
              <h2>
                <span className={style.number}>{specName(spec)}</span>
                <a href={specPath(project, specName(spec))}>{spec.title}</a>
                <StateBadges state={spec.state} became={becameLine(spec)} />
              </h2>
              <p className={style.facts}>
                {spec.successor !== null && (
                  <>
                    superseded by <a href={specPath(project, spec.successor)}>{spec.successor}</a>
                    {' · '}
                  </>
                )}
                {factsOf(spec)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** "3 specs: 2 in review and 1 resolved"; the number of those that pass the filters. */
function specsTitle(specs: readonly SpecSummary[]): string {
  if (specs.length === 0) return 'Specs'
  const states = SPEC_STATES.flatMap((state) => {
    const count = specs.filter((spec) => spec.state === state).length
    return count === 0 ? [] : [`${count} ${STATE_WORDS[state]}`]
  })
  return `${plural(specs.length, 'spec')}: ${states.join(', ')}`
}

function factsOf({ kind, owner, revision, parent, meetingAt, commentsUntil, feedback, open, updatedAt }: SpecSummary) {
  const builtOn = parent === null ? '' : `, builds on ${specName({ kind: 'functional', number: parent })}`
  return [
    `${kind} spec${builtOn}`,
    owner.name,
    `revision ${revision}`,
    ...(commentsUntil === null ? [] : [`comments until ${formatDate(commentsUntil)}`]),
    ...(meetingAt === null ? [] : [`meeting ${formatDate(meetingAt)}`]),
    ...(feedback === 0 ? [] : [`${plural(feedback, 'comment')}${open === 0 ? '' : `, ${open} open`}`]),
    formatDate(updatedAt),
  ].join(' · ')
}
