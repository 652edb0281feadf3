import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { formatRatio } from '@assay/domain/compare/format-cell'
import { changeScale, namerOf } from '@assay/domain/findings/change-plot'
import { findingComparison } from '@assay/domain/findings/finding-comparison'
import { CHANGED, sizeWords } from '@assay/domain/findings/finding-words'
import { ratioPlot } from '@assay/domain/findings/releases/ratio-plot'
import { readSeriesQuery, writeSeriesQuery } from '@assay/domain/findings/series/series-query'
import { countOf as countChanges, type VersionChange } from '@assay/domain/findings/versions/version-changes'
import { runPath, seriesPath } from '../../paths.ts'
import type { VersionDetails, VersionMachine } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { RatioDotPlot } from '../../ui/ratio-dot-plot.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { ratioPlotColumn } from '../findings/ratio-plot-column.tsx'
import { NamedFindings } from './named-findings.tsx'
import style from './versions.module.css'

/** Maximum changes of the table; a link leads to the comparison with all of them. */
const MAX_SHOWN_CHANGES = 30

const NO_QUERY = readSeriesQuery('').query

type Props = { project: string; page: VersionDetails; machine: VersionMachine }

type PlotsProps = { page: VersionDetails; machines: readonly VersionMachine[] }

/** The ratios of all tests on each machine, side by side, so that a change of one machine is seen at once. */
export function MachinePlots({ page: { product, version }, machines }: PlotsProps) {
  const measured = machines.filter(({ lines }) => lines.length > 0)
  if (measured.length === 0) return null
  return (
    <div className={style.plots}>
      {measured.map(({ hardware, from, lines }) => (
        <figure key={hardware}>
          <figcaption>
            <strong>{hardware}</strong> <span className={style.from}>since {from.join(', ')}</span>
          </figcaption>
          <RatioDotPlot
            plot={ratioPlot(lines)}
            label={`${product} ${version} vs ${from.join(', ')} on ${hardware}: the ratio of each test`}
          />
        </figure>
      ))}
    </div>
  )
}

/** Changes on one machine since one baseline, with their findings. */
export function MachineSection({ project, page, machine }: Props) {
  const { hardware, from, changes, findings } = machine
  const shown = changes.slice(0, MAX_SHOWN_CHANGES)
  return (
    <section className={style.machine} aria-label={`${hardware}, since ${from.join(', ')}`}>
      <h3 className={style.name}>
        {hardware} <span className={style.from}>since {from.join(', ')}</span>
      </h3>
      <p className={style.counts}>
        <span>{countsOf(machine)}</span>
        {from.map((base) => (
          <a key={base} href={compareHref(project, page, machine, base)} className="no-print">
            {from.length === 1 ? 'Compare' : `Compare with ${base}`}
          </a>
        ))}
      </p>
      {findings.length > 0 && (
        <NamedFindings
          project={project}
          findings={findings}
          label={`Findings on ${hardware} since ${from.join(', ')}`}
          nameOf={({ tests, direction, medianRatio }) =>
            `${countOf(tests, 'test')} ${CHANGED[direction]} ${sizeWords(tests, medianRatio)}`
          }
        />
      )}
      {shown.length > 0 && (
        <DataTable
          caption={`Changes on ${hardware} since ${from.join(', ')}`}
          columns={columns(project, page, machine)}
          rows={shown}
          rowKey={({ from: base, change: { benchmark, workload, test, clients, line, metric } }) =>
            JSON.stringify([base, benchmark, workload, test, clients, line, metric])
          }
          groupOf={({ verdict }) => (verdict === 'regression' ? '▼ Regressions' : '▲ Improvements')}
        />
      )}
      {changes.length > shown.length && (
        <p className={style.counts}>
          The largest {shown.length} of {countOf(changes.length, 'change')}; the comparison shows all.
        </p>
      )}
    </section>
  )
}

/** Formats "3 regressions, 1 improvement, 30 no change, 8 inconclusive." */
function countsOf(machine: VersionMachine): string {
  const { noChange, inconclusive, changes } = machine
  const parts = [
    countOf(countChanges(machine, 'regression'), 'regression'),
    countOf(countChanges(machine, 'improvement'), 'improvement'),
    `${noChange} no change`,
    `${inconclusive} inconclusive`,
  ]
  const drifted = changes.filter(({ isDrift }) => isDrift).length
  const slow = drifted === 0 ? '' : ` ${drifted} drifted by 10% in steps that are each too small to be significant.`
  return `${parts.join(', ')}.${slow}`
}

/**
 * Returns the comparison of the machine between the two versions: the changed tests as in a finding, or all when none
 * changed.
 */
function compareHref(
  project: string,
  { product, version }: VersionDetails,
  machine: VersionMachine,
  from: string,
): string {
  const own = machine.changes.filter((change) => change.from === from).map(({ change }) => change)
  const filters = { product, from, to: version, hardware: machine.hardware, direction: 'worse' } as const
  if (own.length > 0) return comparisonPath(project, findingComparison(filters, own))
  return comparisonPath(project, {
    ...DEFAULT_COMPARISON,
    filters: { product: [product], version: [from, version], hardware: [machine.hardware] },
    columns: ['version'],
    base: { kind: 'values', values: { version: from } },
  })
}

function columns(
  project: string,
  { product, version }: VersionDetails,
  { hardware, changes, from }: VersionMachine,
): Column<VersionChange>[] {
  const nameOf = namerOf(changes.map(({ change }) => change))
  const several = from.length > 1
  const { scale, markOf } = changeScale(changes.map(({ change }) => change))
  return [
    {
      key: 'test',
      header: 'Test',
      heads: true,
      cell: ({ change, isDrift }) => (
        <span className={style.test}>
          {nameOf(change)} {isDrift && <Badge tone="warn">slow drift</Badge>}
        </span>
      ),
    },
    ...(several
      ? [
          {
            key: 'from',
            header: 'Since',
            cell: ({ from: base }: VersionChange) => base,
          } satisfies Column<VersionChange>,
        ]
      : []),
    { key: 'metric', header: 'Metric', wideOnly: true, cell: ({ change }) => change.metric },
    ...valueColumns(project, several ? 'Before' : (from[0] ?? 'Before'), version),
    ratioPlotColumn<VersionChange>(scale, ({ change, verdict }) => markOf(change, verdict)),
    {
      key: 'ratio',
      header: 'Ratio',
      numeric: true,
      cell: ({ change, verdict }) => <span className={style[verdict]}>{formatRatio(change.ratio)}</span>,
    },
    {
      key: 'series',
      header: 'Over versions',
      cell: ({ change }) => <SeriesLink project={project} product={product} hardware={hardware} change={change} />,
    },
  ]
}

const valueColumns = (project: string, before: string, after: string): Column<VersionChange>[] => [
  {
    key: 'before',
    header: before,
    numeric: true,
    wideOnly: true,
    cell: ({ change }) => formatMetricValue(change.baseValue),
  },
  {
    key: 'after',
    header: after,
    numeric: true,
    wideOnly: true,
    cell: ({ change: { value, runIds } }) =>
      runIds[0] === undefined ? (
        formatMetricValue(value)
      ) : (
        <a href={runPath(project, runIds[0])}>{formatMetricValue(value)}</a>
      ),
  },
]

type SeriesProps = { project: string; product: string; hardware: string; change: VersionChange['change'] }

function SeriesLink({ project, product, hardware, change }: SeriesProps) {
  const { benchmark, workload, test, clients, metric } = change
  return (
    <a
      href={seriesPath(
        project,
        writeSeriesQuery({
          ...NO_QUERY,
          filters: {
            product: [product],
            hardware: [hardware],
            benchmark: [benchmark],
            workload: [workload],
            test: [test],
            clients: [clients],
          },
          metric,
        }),
      )}
    >
      series
      <span className="visually-hidden">
        {' '}
        of {test} on {hardware}
      </span>
    </a>
  )
}
