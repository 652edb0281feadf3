import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { CHANGED, sizeWords } from '@assay/domain/findings/finding-words'
import type { Since } from '@assay/domain/findings/versions/bases-of'
import { countOf as countChanges } from '@assay/domain/findings/versions/version-changes'
import { runsPath, versionPath } from '../../paths.ts'
import type { VersionDetails } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { backfillPath } from '../runners/plan-links.ts'
import { formatRunQuery } from '../runs/run-query.ts'
import { MachinePlots, MachineSection } from './machine-section.tsx'
import { NamedFindings } from './named-findings.tsx'
import { PinForm } from './pin-form.tsx'
import style from './versions.module.css'

type Props = { project: string; page: VersionDetails; mayManage: boolean; answer: string | null }

/**
 * Improvements and regressions of a version: since the release before it, the first of its major, and the pinned
 * baseline.
 */
export function VersionScreen({ project, page, mayManage, answer }: Props) {
  const { product, version, runCount, since, pinned, others } = page
  const [previous] = since
  return (
    <>
      <PageHeader
        above={<NeighborVersions project={project} page={page} />}
        title={previous === undefined ? `${product} ${version}` : `${product} ${version} vs ${changesOf(previous)}`}
        summary={previous === undefined ? countOf(runCount, 'run') : undefined}
        actions={
          <>
            <a href={backfillPath(project, version)} className={button.button}>
              Request runs
            </a>
            <a
              href={runsPath(project, formatRunQuery({ filters: { product: [product], version: [version] } }))}
              className={button.button}
            >
              {countOf(runCount, 'run')}
            </a>
          </>
        }
      />
      {since.length === 0 && page.notShown.length === 0 && (
        <EmptyState title="No earlier version to compare with">
          <p>
            No earlier version of {product} was measured with the same workload on one of the machines of this version.
          </p>
        </EmptyState>
      )}
      {since
        .filter((one) => one.since !== 'pinned')
        .map((one) => (
          <SinceSection key={one.since} project={project} page={page} one={one} />
        ))}
      {page.notShown.length > 0 && <UnjudgedSection project={project} page={page} />}
      {others.length > 0 && (
        <Section title="Longer spans" aside="findings that end in this version">
          <NamedFindings
            project={project}
            findings={others}
            label="Findings over longer spans"
            nameOf={({ from, hardware, tests, direction, medianRatio }) =>
              `Since ${from} on ${hardware}: ${countOf(tests, 'test')} ${CHANGED[direction]} ${sizeWords(tests, medianRatio)}`
            }
          />
        </Section>
      )}
      <Section
        title={pinned === null ? 'Pinned base' : `Since ${pinned.version}`}
        id="pinned"
        aside={pinnedAside(page)}
      >
        {since
          .filter((one) => one.since === 'pinned')
          .map((one) => (
            <Machines key={one.since} project={project} page={page} one={one} />
          ))}
        <PinForm project={project} page={page} mayManage={mayManage} answer={answer} />
      </Section>
    </>
  )
}

type Changes = VersionDetails['since'][number]

const TITLES: Readonly<Record<Exclude<Since, 'pinned'>, string>> = {
  previous: 'Since the release before',
  first: 'Since the first release of the major version',
}

function SinceSection({ project, page, one }: { project: string; page: VersionDetails; one: Changes }) {
  const { since } = one
  if (since === 'pinned') return null
  return (
    <Section
      title={TITLES[since]}
      id={since}
      aside={since === 'previous' ? 'A dot per test with its 95% interval, slowest at the top' : `vs ${changesOf(one)}`}
    >
      <Machines project={project} page={page} one={one} />
    </Section>
  )
}

const Machines = ({ project, page, one }: { project: string; page: VersionDetails; one: Changes }) => (
  <div className={style.machines}>
    <MachinePlots page={page} machines={one.machines} />
    {one.machines.map((machine) => (
      <MachineSection key={machine.hardware} project={project} page={page} machine={machine} />
    ))}
  </div>
)

/** Environments with too many results for one page; their comparisons are bounded and say what they leave out. */
function UnjudgedSection({ project, page: { product, version, notShown } }: { project: string; page: VersionDetails }) {
  return (
    <Section title="Not shown" id="not-shown" aside="more results than one page compares">
      <ul>
        {notShown.map(({ hardware, benchmark, workload, bases, results }) => (
          <li key={JSON.stringify([hardware, benchmark, workload])}>
            <a href={comparisonPath(project, comparisonOf({ product, version, hardware, benchmark, workload, bases }))}>
              {hardware}, {benchmark} {workload}
            </a>
            : {countOf(results, 'result')} of {version} and {bases.join(', ')}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function comparisonOf(one: Omit<VersionDetails['notShown'][number], 'results'> & { product: string; version: string }) {
  const [base = ''] = one.bases
  const { product, version, hardware, benchmark, workload, bases } = one
  return {
    ...DEFAULT_COMPARISON,
    filters: {
      ...{ product: [product], version: [...bases, version] },
      ...{ hardware: [hardware], benchmark: [benchmark], workload: [workload] },
    },
    columns: ['version' as const],
    base: { kind: 'values' as const, values: { version: base } },
  }
}

/** Formats "17.5: 3 regressions and 1 improvement on 2 machines". */
function changesOf({ machines }: Changes): string {
  const from = [...new Set(machines.flatMap((machine) => machine.from))]
  const base = from.length === 1 ? from[0] : 'the previous version of each machine'
  const count = (verdict: 'regression' | 'improvement') =>
    machines.reduce((sum, machine) => sum + countChanges(machine, verdict), 0)
  const [worse, better] = [count('regression'), count('improvement')]
  const on = countOf(machines.length, 'machine')
  if (worse === 0 && better === 0) return `${base}: no significant change on ${on}`
  const regressions = worse === 0 ? 'no regressions' : countOf(worse, 'regression')
  const improvements = better === 0 ? 'no improvements' : countOf(better, 'improvement')
  return `${base}: ${regressions} and ${improvements} on ${on}`
}

function pinnedAside({ pinned, since, version }: VersionDetails): string {
  if (pinned === null) return ''
  const own = since.find((one) => one.since === 'pinned')
  if (own !== undefined) return `vs ${changesOf(own)}`
  if (pinned.version === version) return 'This is the pinned base'
  return 'No machine measured both versions'
}

/** Links to the versions before and after it, and to the product. */
function NeighborVersions({
  project,
  page: { product, version, versions },
}: {
  project: string
  page: VersionDetails
}) {
  const at = versions.findIndex(({ name }) => name === version)
  const [older, newer] = [versions[at - 1], versions[at + 1]]
  return (
    <span className={style.neighbors}>
      <a href={runsPath(project, formatRunQuery({ filters: { product: [product] } }))}>{product}</a>
      {older && (
        <a href={versionPath(project, product, older.name)}>
          <span aria-hidden="true">← </span>
          <span className="visually-hidden">older: </span>
          {older.name}
        </a>
      )}
      {newer && (
        <a href={versionPath(project, product, newer.name)}>
          <span className="visually-hidden">newer: </span>
          {newer.name}
          <span aria-hidden="true"> →</span>
        </a>
      )}
    </span>
  )
}
