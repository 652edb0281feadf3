import { noiseChart } from '@assay/domain/compare/noise/noise-chart'
import { MIN_DEGREES_OF_FREEDOM } from '@assay/domain/compare/noise/noise-levels'
import { StudyChart } from '../../charts/study-chart.tsx'
import { hardwareListPath, hardwarePath } from '../../paths.ts'
import type { BenchmarkNoise, Hardware } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import style from './noise.module.css'

type Props = {
  project: string
  hardware: Pick<Hardware, 'id' | 'name'>
  noise: readonly BenchmarkNoise[]
}

type Line = BenchmarkNoise['lines'][number]
type Period = BenchmarkNoise['history'][number]

const LEVELS: Record<Line['level'], string> = {
  machine: 'The whole benchmark',
  group: 'Groups of tests',
  test: 'Tests',
}

/** Differences between repeated results on one machine: the noise floors of verdicts, and their sources. */
export function NoiseScreen({ project, hardware, noise }: Props) {
  return (
    <>
      <PageHeader
        above={
          <>
            <a href={hardwareListPath(project)}>Hardware</a> ›{' '}
            <a href={hardwarePath(project, hardware.id)}>{hardware.name}</a>
          </>
        }
        title={`Noise of ${hardware.name}`}
        summary="Differences between runs without a change: the standard deviation of ln(value). Verdicts use the first of these estimates that is known."
      />
      <ol className={style.sources}>
        <li>
          Repeats of the same build and config: of the test, else its group, else the whole benchmark, the first with{' '}
          {MIN_DEGREES_OF_FREEDOM} degrees of freedom. Where enough tests were repeated, each is weighted with those of
          its group as far as they are alike.
        </li>
        <li>The median step between neighboring versions; real changes make this estimate too high, never too low.</li>
      </ol>
      <p>
        Interval samples of a run give no verdict, because runs differ by more than one run varies. The details of a
        cell show them (block bootstrap) where nothing else is known.
      </p>
      {noise.length === 0 ? (
        <EmptyState title="No repeats on this machine">
          <p>
            There are too few versions to estimate noise from the steps between them. Run the same build and config
            again and upload the results with another repeat number. {MIN_DEGREES_OF_FREEDOM + 1} runs of one test, or a
            few of each test, are enough for an estimate.
          </p>
        </EmptyState>
      ) : (
        noise.map((one, at) => <BenchmarkSection key={`${one.benchmark} ${one.metric}`} noise={one} index={at} />)
      )}
    </>
  )
}

function BenchmarkSection({ noise, index }: { noise: BenchmarkNoise; index: number }) {
  const { benchmark, metric, lines, neighbors, history } = noise
  const name = `${benchmark}, ${metric}`
  const isDated = history.some(({ period }) => period !== 'undated')
  const chart = noiseChart(`noise-${index}`, name, history)
  return (
    <Section title={name}>
      {lines.length === 0 ? (
        <p>No repeats on this machine.</p>
      ) : (
        <DataTable
          caption={`Noise floors of ${name}`}
          columns={FLOORS}
          rows={lines}
          rowKey={keyOf}
          groupOf={({ level }) => LEVELS[level]}
        />
      )}
      {neighbors.length > 0 && (
        <>
          <h3 className={style.part}>
            From the steps between neighboring versions{lines.length > 0 && ', where repeats are missing'}
          </h3>
          <DataTable
            caption={`Noise of ${name} from neighboring versions`}
            columns={STEPS}
            rows={neighbors}
            rowKey={keyOf}
            groupOf={({ level }) => LEVELS[level]}
          />
        </>
      )}
      {isDated && (
        <>
          <h3 className={style.part}>By quarter</h3>
          {chart !== null && <StudyChart model={chart} height={220} />}
          <DataTable
            caption={`Noise of ${name} over time`}
            columns={HISTORY}
            rows={history}
            rowKey={({ period }) => period}
          />
        </>
      )}
    </Section>
  )
}

const keyOf = (line: Line) => JSON.stringify([line.level, line.workload, line.group, line.test, line.clients])

const WORKLOAD: Column<Line> = {
  key: 'workload',
  header: 'Workload',
  wideOnly: true,
  cell: ({ workload }) => workload ?? 'all',
}
const NEEDED: Column<Line> = {
  key: 'needed',
  header: 'Repeats for 5%',
  numeric: true,
  about: 'Repeats on each side that are needed to detect a change of 5%',
  cell: ({ repeatsNeeded }) => repeatsNeeded,
}

const FLOORS: readonly Column<Line>[] = [
  { key: 'what', header: 'Repeats of', heads: true, cell: whatText },
  WORKLOAD,
  {
    key: 'sd',
    header: 'Noise',
    numeric: true,
    about: 'Standard deviation of one run, in percent of its value',
    cell: ({ sd }) => percentText(sd),
  },
  {
    key: 'df',
    header: 'Degrees of freedom',
    numeric: true,
    about: 'Sum over all groups of repeats of their number minus one',
    cell: ({ degreesOfFreedom }) => degreesOfFreedom,
  },
  {
    key: 'used',
    header: 'Used by verdicts',
    about: `Noise floor with at least ${MIN_DEGREES_OF_FREEDOM} degrees of freedom that the verdicts of the test use`,
    cell: usedText,
  },
  NEEDED,
]

const STEPS: readonly Column<Line>[] = [
  { key: 'what', header: 'Steps of', heads: true, cell: whatText },
  WORKLOAD,
  {
    key: 'sd',
    header: 'Noise',
    numeric: true,
    about: 'The median step, as the standard deviation of one run',
    cell: ({ sd }) => percentText(sd),
  },
  {
    key: 'df',
    header: 'Degrees of freedom',
    numeric: true,
    about: '0.37 per step: a median has less information than a standard deviation',
    cell: ({ degreesOfFreedom }) => degreesOfFreedom,
  },
  NEEDED,
]

const HISTORY: readonly Column<Period>[] = [
  { key: 'period', header: 'Quarter', heads: true, cell: ({ period }) => period },
  { key: 'sd', header: 'Noise', numeric: true, cell: ({ sd }) => percentText(sd) },
  { key: 'df', header: 'Degrees of freedom', numeric: true, cell: ({ degreesOfFreedom }) => degreesOfFreedom },
]

function usedText({ level, used }: Line): string {
  if (used === null) return 'too few repeats'
  const { source, sd, degreesOfFreedom } = used
  if (level !== 'test') return `${percentText(sd)}, ${Math.round(degreesOfFreedom)} df: for tests without repeats`
  return `${percentText(sd)}, ${Math.round(degreesOfFreedom)} df: ${USED[source]}`
}

const USED: Record<NonNullable<Line['used']>['source'], string> = {
  test: 'its own',
  alike: 'with similar tests',
  group: 'its group',
  machine: 'the benchmark',
  samples: 'interval samples',
  'own-repeats': 'the cell',
  neighbours: 'neighboring versions',
}

function whatText({ level, group, test, clients, repeated }: Line): string {
  if (level === 'machine') return repeated === 0 ? 'All tests' : countOf(repeated, 'repeated result')
  if (level === 'group') return group ?? ''
  return `${test}, ${clients} ${clients === '1' ? 'client' : 'clients'}`
}

/** Formats a noise estimate: `0.42%`, `3.1%`, `28%`. */
function percentText(share: number): string {
  const percent = 100 * share
  return `${percent.toFixed(percent < 1 ? 2 : percent < 10 ? 1 : 0)}%`
}
