import { findingsHeadline } from '@assay/domain/findings/finding-words'
import type { FindingFilters } from '@assay/domain/findings/stored-finding'
import { Fragment } from 'react'
import { findingsFeedPath, findingsPath, rulesPath } from '../../paths.ts'
import type { FindingCount, StoredFinding } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormSelect } from '../../ui/form-select.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryForm } from '../../ui/query-form.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { FindingFilters as FilterFields } from './finding-filters.tsx'
import { FindingRow } from './finding-row.tsx'
import { type FindingGroup, GROUPS, groupFindings } from './group-findings.ts'
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
  group: FindingGroup | null
  /** True for a project without results, of which "no changes" would say too much. */
  isEmpty: boolean
}

export const FIRST_LISTED = 200
export const MAX_LISTED_FINDINGS = 1_000
/** Number of findings with the history of their largest change. */
export const SPARKLINES = 40

const GROUP_WORDS = { product: 'product', hardware: 'machine' } as const
const GROUP_OPTIONS = [
  { value: '', label: 'nothing' },
  ...GROUPS.map((value) => ({ value, label: GROUP_WORDS[value] })),
]

function withLimit(query: string): string {
  const params = new URLSearchParams(query)
  params.set('limit', String(MAX_LISTED_FINDINGS))
  return params.toString()
}

/** Detected changes between versions, regressions first, with keyboard navigation. */
export function InboxScreen({ project, filters, findings, counts, limit, mayWrite, query, group, isEmpty }: Props) {
  const total = counts.reduce((sum, { count, explained }) => sum + count + (filters.explained ? explained : 0), 0)
  return (
    <>
      <PageHeader
        title={total === 0 ? 'Findings' : findingsHeadline(findings)}
        summary={
          total === 0
            ? 'Changes between versions, detected automatically after each upload.'
            : `A finding is every test that changed between two versions on one machine. Regressions first, then by the sum of their changes: ${findings.length === total ? countOf(total, 'finding') : `${findings.length} of ${countOf(total, 'finding')}`}.`
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
      {isEmpty ? (
        <NothingYet project={project} what="findings" />
      ) : total === 0 ? (
        <EmptyState title="No changes detected">
          <p>
            A finding needs two versions of a product on one machine, and repeats or a series of versions to estimate
            the noise. Flagged results, such as too short a measurement, are excluded.
          </p>
        </EmptyState>
      ) : (
        <div className={style.inbox}>
          <QueryForm action={findingsPath(project)} label="Filter findings" className={style.filters}>
            <FilterFields filters={filters} counts={counts} />
            <label>
              Group by
              <FormSelect name="group" value={group ?? ''} options={GROUP_OPTIONS} />
            </label>
          </QueryForm>
          <Triage project={project} mayWrite={mayWrite}>
            {groupFindings(findings, group).map(({ name, findings: own }) => (
              <Fragment key={name}>
                {name !== null && (
                  <li className={style.group}>
                    {name} <span>{countOf(own.length, 'finding')}</span>
                  </li>
                )}
                {own.map((finding) => (
                  <FindingRow key={finding.id} project={project} finding={finding} mayWrite={mayWrite} query={query} />
                ))}
              </Fragment>
            ))}
          </Triage>
          {findings.length === 0 && <p>No finding matches these filters.</p>}
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
        </div>
      )}
    </>
  )
}
