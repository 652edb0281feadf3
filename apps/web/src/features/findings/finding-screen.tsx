import { packChart } from '@assay/charts/view/pack-chart'
import { formatRatio } from '@assay/domain/compare/format-cell'
import { changePlot, namerOf } from '@assay/domain/findings/change-plot'
import { actionsFrom } from '@assay/domain/findings/change-state'
import { commitRange } from '@assay/domain/findings/commit-range'
import { isExplained } from '@assay/domain/findings/explained-by-steps'
import type { FindingChange } from '@assay/domain/findings/finding'
import { findingComparison, findingSeries } from '@assay/domain/findings/finding-comparison'
import { agreementWords, findingHeadline } from '@assay/domain/findings/finding-words'
import { historyChart } from '@assay/domain/findings/history-chart'
import { PackedChart } from '../../charts/packed-chart.tsx'
import { findingsPath, knownBugPath, runPath, seriesPath, versionPath } from '../../paths.ts'
import type { FindingDetails, KnownBug } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { bisectFindingPath, confirmFindingPath } from '../runners/plan-links.ts'
import style from './finding.module.css'
import { FindingActivity } from './finding-activity.tsx'
import { FindingKeys } from './finding-keys.tsx'
import type { FindingNeighbors } from './finding-neighbors.ts'
import { FindingSteps } from './finding-steps.tsx'
import { FindingWhy, type LargestChange } from './finding-why.tsx'
import { OtherLines } from './other-lines.tsx'
import { ratioPlotColumn } from './ratio-plot-column.tsx'

const HISTORY_HEIGHT = 220

type Props = {
  project: string
  finding: FindingDetails
  largest: LargestChange | null
  bugs: readonly KnownBug[]
  mayWrite: boolean
  /** Filters of the list that leads here. */
  query: string
  neighbors: FindingNeighbors | null
}

/**
 * One finding: its changes with their significance, the explanation, the machines that agree, and the activity of
 * people.
 */
export function FindingScreen({ project, finding, largest, bugs, mayWrite, query, neighbors }: Props) {
  const { active, changes } = finding
  return (
    <>
      <FindingHeader project={project} finding={finding} query={query} neighbors={neighbors} />
      {mayWrite && (
        <FindingKeys
          key={finding.id}
          project={project}
          id={finding.id}
          actions={actionsFrom(finding.state)}
          isOwned={finding.owner !== null}
          formHref="#activity"
        />
      )}
      {!active && (
        <p className={style.gone}>
          The data no longer show this change: runs were excluded, more repeats were uploaded, or a newer version is
          compared instead.
        </p>
      )}
      {isExplained(finding) && (
        <p>This change is explained by changes between single versions, which have their own findings.</p>
      )}
      <div className={style.columns}>
        <div>
          <Section
            title="How much"
            aside={`${finding.to} ÷ ${finding.from}, 95% intervals; ${changes.length} of ${finding.judged} tests changed`}
          >
            <DataTable
              caption="Tests that changed"
              columns={columns(project, finding)}
              rows={changes}
              rowKey={({ benchmark, workload, test, clients, line, metric }) =>
                JSON.stringify([benchmark, workload, test, clients, line, metric])
              }
            />
          </Section>
          {largest !== null && <FindingWhy finding={finding} largest={largest} />}
        </div>
        <FindingFacts project={project} finding={finding} bug={bugs.find(({ slug }) => slug === finding.knownBug)} />
      </div>
      <FindingHistory finding={finding} />
      <OtherLines finding={finding} />
      <FindingActivity project={project} finding={finding} bugs={bugs} mayWrite={mayWrite} />
    </>
  )
}

type FindingProps = Pick<Props, 'project' | 'finding'>

function FindingHeader({ project, finding, query, neighbors }: FindingProps & Pick<Props, 'query' | 'neighbors'>) {
  const { cause, changes } = finding
  const series = findingSeries(finding, changes)
  return (
    <PageHeader
      above={
        <>
          <a href={query === '' ? findingsPath(project) : `${findingsPath(project)}?${query}`}>Findings</a>
          {neighbors !== null && <FindingSteps neighbors={neighbors} />}
        </>
      }
      title={findingHeadline(finding)}
      summary={cause ?? 'No other metric explains this change.'}
      actions={
        <>
          <a href={confirmFindingPath(project, finding)} className={button.button}>
            Confirm by more runs
          </a>
          <a href={bisectFindingPath(project, finding)} className={button.button}>
            Bisect
          </a>
          <a
            href={
              series === null
                ? comparisonPath(project, findingComparison(finding, changes))
                : seriesPath(project, series)
            }
            className={button.button}
          >
            {series === null ? 'Compare the versions' : 'Over the commits'}
          </a>
        </>
      }
    />
  )
}

function FindingFacts({ project, finding, bug }: FindingProps & { bug: NamedBug | undefined }) {
  const { state, fixedIn, owner, of, agree, mayBe } = finding
  const version = commitRange(finding)?.version ?? finding.to
  return (
    <aside className={style.facts} aria-label="Facts">
      <Facts
        facts={[
          { name: 'State', value: fixedIn === null ? state : `${state} in ${fixedIn}` },
          { name: 'Owner', value: owner?.name ?? 'nobody' },
          {
            name: 'Machines',
            value:
              of.length < 2
                ? `measured on ${of[0] ?? finding.hardware} only`
                : `${agreementWords(finding)}: ${agree.join(', ')}`,
          },
          {
            name: 'Version',
            value: (
              <a href={versionPath(project, finding.product, version)}>
                All changes in {finding.product} {version}
              </a>
            ),
          },
          {
            name: 'Known bug',
            value: bug === undefined ? <PossibleBugs project={project} bugs={mayBe} /> : bugLink(project, bug),
          },
        ]}
      />
    </aside>
  )
}

/** The largest change over the releases of its machine. */
function FindingHistory({ finding }: { finding: FindingDetails }) {
  const model = historyChart(finding, finding.history)
  if (model === null) return null
  return (
    <Section title="When" aside={`the largest change on ${finding.hardware}`}>
      <PackedChart packed={packChart(model)} height={HISTORY_HEIGHT} />
    </Section>
  )
}

type NamedBug = Pick<KnownBug, 'slug' | 'product' | 'bug'>

const bugLink = (project: string, { slug, product, bug }: NamedBug) => (
  <a href={knownBugPath(project, slug)}>{`${product} ${bug}`}</a>
)

/** Bugs that begin or end between the versions, until a person confirms one. */
function PossibleBugs({ project, bugs }: { project: string; bugs: readonly NamedBug[] }) {
  if (bugs.length === 0) return 'none known'
  return (
    <>
      {bugs.map((bug, index) => (
        <span key={bug.slug}>
          {index === 0 ? 'may be ' : ', '}
          {bugLink(project, bug)}
        </span>
      ))}
    </>
  )
}

function columns(project: string, finding: FindingDetails): Column<FindingChange>[] {
  const { product, from, to, changes } = finding
  const plot = changePlot(finding)
  return [
    { key: 'test', header: 'Test', heads: true, wraps: true, cell: namerOf(changes) },
    ...(new Set(changes.map(({ metric }) => metric)).size > 1
      ? [{ key: 'metric', header: 'Metric', cell: ({ metric }: FindingChange) => metric, wideOnly: true }]
      : []),
    {
      key: 'before',
      header: from,
      numeric: true,
      wideOnly: true,
      cell: ({ baseValue }) => formatMetricValue(baseValue),
    },
    {
      key: 'after',
      header: to,
      numeric: true,
      wideOnly: true,
      cell: ({ value, runIds }) =>
        runIds[0] === undefined ? (
          formatMetricValue(value)
        ) : (
          <a href={runPath(project, runIds[0])}>{formatMetricValue(value)}</a>
        ),
    },
    ratioPlotColumn(plot.scale, plot.markOf),
    { key: 'ratio', header: 'Ratio', numeric: true, cell: (change) => <RatioWithInterval {...change} /> },
    ...(changes.some(({ byStep }) => byStep !== undefined)
      ? [
          {
            key: 'step',
            header: 'Reported in step',
            cell: ({ byStep }: FindingChange) =>
              byStep !== undefined && (
                <a href={versionPath(project, product, byStep.to)}>
                  {byStep.from} to {byStep.to}
                </a>
              ),
          },
        ]
      : []),
  ]
}

/** A ratio; its interval is drawn beside it, and said to those who do not see it. */
function RatioWithInterval({ ratio, low, high }: Pick<FindingChange, 'ratio' | 'low' | 'high'>) {
  if (low === null || high === null) return formatRatio(ratio)
  const interval = `95% interval ${formatRatio(low)} to ${formatRatio(high)}`
  return (
    <span title={interval}>
      {formatRatio(ratio)}
      <span className="visually-hidden">, {interval}</span>
    </span>
  )
}
