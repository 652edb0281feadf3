import { packChart } from '@assay/charts/view/pack-chart'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { formatRatio } from '@assay/domain/compare/format-cell'
import type { Drift } from '@assay/domain/findings/series/drift'
import type { JudgedLine, LineChange } from '@assay/domain/findings/series/judge-line'
import { ruleWords } from '@assay/domain/findings/series/rule'
import { seriesChart } from '@assay/domain/findings/series/series-chart'
import { seriesHeadline } from '@assay/domain/findings/series/series-headline'
import { metricWords } from '@assay/domain/run/metric-words'
import { PackedChart } from '../../charts/packed-chart.tsx'
import { runPath, seriesPath } from '../../paths.ts'
import type { ReadSeries } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryForm } from '../../ui/query-form.tsx'
import { Section } from '../../ui/section.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { FetchedModeNav } from '../compare/head/mode-nav.tsx'
import { ParameterProblems } from '../compare/head/parameter-problems.tsx'
import { Picker } from './picker.tsx'
import style from './series.module.css'
import { RulesLink, SeriesNotes } from './series-notes.tsx'

const CHART_HEIGHT = 380

/** A test over versions, time or commits: its points, its changes and its drift. */
export function SeriesScreen({ project, series }: { project: string; series: ReadSeries }) {
  const { query, problems, replaced, lines, places, left, metric, found } = series
  const changes = lines.flatMap((line) => line.changes.map((change) => ({ ...change, line })))
  const drifts = lines.flatMap((line) => line.drifts.map((drift) => ({ ...drift, line })))
  const [only] = lines
  return (
    <>
      <PageHeader
        title={seriesHeadline(lines, places, query.order)}
        summary={summaryOf(lines, changes.length)}
        actions={
          <>
            {only !== undefined && (
              <a href={comparisonPath(project, versionsOf(query, lines))} className={button.button}>
                Compare these versions
              </a>
            )}
            <RulesLink project={project} />
          </>
        }
      />
      <div className={style.body}>
        <ParameterProblems problems={problems} />
        <FetchedModeNav project={project} mode="trend" selection={{ filters: query.filters }} />
        <QueryForm action={seriesPath(project)} label="Choose a series" className={style.picker}>
          <Picker series={series} />
        </QueryForm>
        <SeriesNotes sentences={replaced} />
        {lines.length === 0 ? (
          <EmptyState title="No results match">
            <p>
              {left > 0
                ? `${countOf(left, 'result')} of it cannot be placed in this order: choose another order above.`
                : 'Choose another test, metric or machine above.'}
            </p>
          </EmptyState>
        ) : (
          <Section title="Points">
            <PackedChart
              packed={packChart(
                seriesChart({
                  places,
                  lines,
                  metric,
                  order: query.order,
                  found,
                  runHref: (id) => runPath(project, id),
                }),
              )}
              height={CHART_HEIGHT}
            />
          </Section>
        )}
        <SeriesNotes
          sentences={[
            ...judgments(lines),
            ...movements(lines),
            ...(left > 0 && lines.length > 0
              ? [`${countOf(left, 'result')} left out: they cannot be placed in this order.`]
              : []),
          ]}
        />
        {changes.length > 0 && (
          <Section title="Changes">
            <DataTable
              caption="Changes"
              columns={changeColumns(project, series)}
              rows={changes}
              rowKey={({ line, place }) => `${line.name} ${place}`}
            />
          </Section>
        )}
        {drifts.length > 0 && (
          <Section title="Drift" aside="cumulative, threshold 10%">
            <DataTable
              caption="Drift"
              columns={lines.length > 1 ? [...driftColumns, SERIES_COLUMN] : driftColumns}
              rows={drifts}
              rowKey={({ line, against }) => `${line.name} ${against}`}
            />
          </Section>
        )}
      </div>
    </>
  )
}

function summaryOf(lines: readonly JudgedLine[], changes: number): string {
  const [only] = lines
  if (only === undefined) return 'A test over versions, time or commits, with its change points.'
  const what =
    lines.length === 1 ? `${metricWords(only.metric)} on ${only.hardware}` : countOf(lines.length, 'series', 'series')
  return `${what}: ${changes === 0 ? 'no change was found' : countOf(changes, 'change')}.`
}

const MOVEMENT_WORDS = {
  drift: 'drifts slowly without a single change point',
  wave: 'rises and falls in a wave',
  'two regimes': 'switches back and forth between two levels',
} as const satisfies Record<NonNullable<JudgedLine['movement']>, string>

/** Describes movement that is not a change at a point, line by line. */
const movements = (lines: readonly JudgedLine[]): string[] =>
  lines.flatMap(({ name, movement }) =>
    movement === null
      ? []
      : [`${name === '' ? 'The series' : name} ${MOVEMENT_WORDS[movement]}; this is not reported as a change.`],
  )

/** The rules that apply to the lines, each once, and the reason if one cannot be applied. */
function judgments(lines: readonly JudgedLine[]): string[] {
  const texts = lines.map(({ rule, unable, pending, name }) => {
    const by = `Rule: ${ruleWords(rule)}.`
    if (unable !== null)
      return `${by} ${name === '' ? 'The rule could not run' : `The rule could not run on ${name}`}: ${unable}`
    return pending === 0
      ? by
      : `${by} The last ${pending} points are not yet classified: a new level needs three points.`
  })
  return [...new Set(texts)]
}

type ChangeRow = LineChange & { line: JudgedLine }

const SERIES_COLUMN: Column<{ line: JudgedLine }> = {
  key: 'line',
  header: 'Series',
  cell: ({ line }) => line.name,
}

function changeColumns(project: string, { query, places, lines }: ReadSeries): Column<ChangeRow>[] {
  return [
    {
      key: 'place',
      header: `From ${query.order}`,
      heads: true,
      cell: ({ place, runId }) =>
        runId === null ? places[place] : <a href={runPath(project, runId)}>{places[place]}</a>,
    },
    { key: 'after', header: 'After', cell: ({ after }) => places[after] ?? 'earlier' },
    ...(lines.length > 1 ? [SERIES_COLUMN] : []),
    {
      key: 'ratio',
      header: 'Ratio',
      about: 'Level after / level before',
      numeric: true,
      cell: ({ ratio }) => formatRatio(ratio),
    },
    {
      key: 'direction',
      header: 'Direction',
      cell: ({ direction }) => `${SIGN[direction]} ${DIRECTION_WORD[direction]}`,
    },
    {
      key: 'by',
      header: 'Detected by',
      about: 'A level lasts several points; a release differs significantly from the one before it',
      wideOnly: true,
      cell: ({ by }) => (by === 'release' ? 'verdict between two releases' : 'rule of the series'),
    },
    {
      key: 'compare',
      header: 'Details',
      cell: ({ place, after }) =>
        query.order === 'version' && (
          <a href={comparisonPath(project, pairOf(query, places[after] ?? '', places[place] ?? ''))}>compare the two</a>
        ),
    },
  ]
}

const DIRECTION_WORD = { worse: 'regression', better: 'improvement', changed: 'change' } as const
const SIGN = { worse: '▼', better: '▲', changed: '' }

/**
 * The comparison of all tests of the same machine, workload and config, a column for each version, with the first
 * version of the series as baseline.
 */
function versionsOf({ filters, metric, from, to }: ReadSeries['query'], lines: readonly JudgedLine[]) {
  const { test: _test, ...others } = filters
  const isPart = from !== null || to !== null
  const versions = [...new Set(lines.flatMap(({ positions }) => positions.map(({ version }) => version)))]
  const [first] = versions
  return {
    ...DEFAULT_COMPARISON,
    filters: { ...others, ...(isPart ? { version: versions } : {}) },
    metrics: [metric],
    columns: ['version' as const],
    ...(first === undefined ? {} : { base: { kind: 'values' as const, values: { version: first } } }),
  }
}

/** The comparison of two versions over all tests of the same machine, workload and config. */
function pairOf({ filters }: ReadSeries['query'], base: string, version: string) {
  const { test: _test, ...others } = filters
  return {
    ...DEFAULT_COMPARISON,
    filters: { ...others, version: [base, version] },
    base: { kind: 'values' as const, values: { version: base } },
  }
}

const driftColumns: Column<Drift & { line: JudgedLine }>[] = [
  { key: 'against', header: 'Compared with', heads: true, cell: ({ against }) => against },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  { key: 'base', header: 'Value', numeric: true, wideOnly: true, cell: ({ base }) => formatMetricValue(base) },
  {
    key: 'ratio',
    header: 'Ratio',
    about: 'Newest version / that version',
    numeric: true,
    cell: ({ ratio }) => formatRatio(ratio),
  },
  { key: 'flag', header: 'Verdict', cell: ({ isFlagged }) => (isFlagged ? 'drifted' : 'within 10%') },
]
