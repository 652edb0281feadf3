import { agreementWords, findingTitle } from '@assay/domain/findings/finding-words'
import type { FindingFilters } from '@assay/domain/findings/stored-finding'
import { findingPath, findingsFeedPath, findingsPath, rulesPath } from '../../paths.ts'
import type { FindingCount, StoredFinding } from '../../trpc/answers.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryForm } from '../../ui/query-form.tsx'
import { filterHtml } from './filter-html.ts'
import style from './inbox.module.css'
import { Triage } from './triage.tsx'

type Props = {
  project: string
  filters: FindingFilters
  findings: readonly StoredFinding[]
  counts: readonly FindingCount[]
  /** Maximum number of listed findings. */
  limit: number
  mayWrite: boolean
  /** The filters in the address. */
  query: string
}

export const FIRST_LISTED = 200
export const MAX_LISTED_FINDINGS = 1_000

function withLimit(query: string): string {
  const params = new URLSearchParams(query)
  params.set('limit', String(MAX_LISTED_FINDINGS))
  return params.toString()
}

/** Detected changes between versions, largest first, with keyboard navigation. */
export function InboxScreen({ project, filters, findings, counts, limit, mayWrite, query }: Props) {
  const total = counts.reduce((sum, { count, explained }) => sum + count + (filters.explained ? explained : 0), 0)
  return (
    <>
      <PageHeader
        title="Findings"
        summary={
          total === 0
            ? 'Changes between versions, detected automatically after each upload.'
            : `Changes between versions, largest first: ${findings.length === total ? countOf(total, 'finding') : `${findings.length} of ${countOf(total, 'finding')}`}.`
        }
        actions={
          <>
            <a href={findingsFeedPath(project, query)} className={button.button} type="application/atom+xml">
              Feed
            </a>
            <a href={rulesPath(project)} className={button.button}>
              Rules
            </a>
          </>
        }
      />
      {total === 0 ? (
        <EmptyState title="No changes detected">
          <p>
            A finding needs two versions of a product on one machine, and repeats or a series of versions to estimate
            the noise. Flagged results, such as too short a measurement, are excluded.
          </p>
        </EmptyState>
      ) : (
        <>
          <QueryForm
            action={findingsPath(project)}
            label="Filter findings"
            className={style.filters}
            html={String(filterHtml(filters, counts))}
          />
          <Triage project={project} mayWrite={mayWrite}>
            {findings.map((finding) => (
              <Row key={finding.id} project={project} finding={finding} />
            ))}
          </Triage>
          {findings.length === 0 && <p>No finding passes these filters.</p>}
          {findings.length === limit && (
            <p>
              These are the {limit} largest.{' '}
              {limit < MAX_LISTED_FINDINGS ? (
                <a href={`${findingsPath(project)}?${withLimit(query)}`}>Show more</a>
              ) : (
                'Use the filters to see the others.'
              )}
            </p>
          )}
        </>
      )}
    </>
  )
}

function Row({ project, finding }: { project: string; finding: StoredFinding }) {
  const { id, state, cause, direction, owner, fixedIn, knownBug, mayBe } = finding
  const agreement = agreementWords(finding)
  return (
    <li className={style.row} data-finding={id} data-direction={direction} tabIndex={-1}>
      <h2 className={style.title}>
        <a href={findingPath(project, id)}>{findingTitle(finding)}</a>
      </h2>
      <p className={style.about}>
        <Badge tone={state === 'new' ? 'accent' : 'plain'}>{fixedIn === null ? state : `${state} in ${fixedIn}`}</Badge>
        {knownBug !== null && <Badge>known bug {knownBug}</Badge>}
        {mayBe.map(({ slug, bug }) => (
          <Badge key={slug}>may be bug {bug}</Badge>
        ))}
        {owner !== null && <span>{owner.name}</span>}
        {agreement !== '' && <span>{agreement}</span>}
        {cause !== null && <span>{cause}</span>}
      </p>
    </li>
  )
}
