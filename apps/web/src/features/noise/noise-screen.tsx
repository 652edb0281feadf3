import { FEWEST_DEGREES } from '@assay/domain/verdict/noise-floor'
import { hardwareListPath, hardwarePath } from '../../paths.ts'
import type { BenchmarkNoise, Hardware } from '../../trpc/answers.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { percentText } from './percent-text.ts'

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

/** How much results differ on one machine when nothing changed: the floors that verdicts use, and where they come from. */
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
        summary={`How much one run differs from the next when nothing changed: the standard deviation of ln(value), from repeats of the same build and config. A verdict takes the test, else its group, else the whole benchmark: the first with ${FEWEST_DEGREES} degrees of freedom.`}
      />
      {noise.length === 0 ? (
        <EmptyState title="Nothing was repeated on this machine">
          <p>
            Run the same build and config again and upload it with another repeat number. {FEWEST_DEGREES + 1} runs of
            one test, or a few of each test, tell how noisy the machine is.
          </p>
        </EmptyState>
      ) : (
        noise.map((one) => <BenchmarkSection key={`${one.benchmark} ${one.metric}`} noise={one} />)
      )}
    </>
  )
}

function BenchmarkSection({ noise: { benchmark, metric, lines, history } }: { noise: BenchmarkNoise }) {
  const name = `${benchmark}, ${metric}`
  const isDated = history.some(({ period }) => period !== 'undated')
  return (
    <Section title={name}>
      <DataTable
        caption={`Noise floors of ${name}`}
        columns={FLOORS}
        rows={lines}
        rowKey={(line) => JSON.stringify([line.level, line.workload, line.group, line.test, line.clients])}
        groupOf={({ level }) => LEVELS[level]}
      />
      {isDated && (
        <>
          <h3>By quarter</h3>
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

const FLOORS: readonly Column<Line>[] = [
  { key: 'what', header: 'Repeats of', heads: true, cell: whatText },
  { key: 'workload', header: 'Workload', wideOnly: true, cell: ({ workload }) => workload ?? 'all' },
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
    about: 'Repeats less one, added up over everything that was repeated',
    cell: ({ degreesOfFreedom }) => degreesOfFreedom,
  },
  {
    key: 'needed',
    header: 'Repeats for 5%',
    numeric: true,
    about: 'Repeats on each side after which the interval of a ratio is narrow enough to tell a change of 5%',
    cell: ({ repeatsNeeded }) => repeatsNeeded,
  },
  {
    key: 'used',
    header: 'Used',
    about: `Verdicts use a floor from ${FEWEST_DEGREES} degrees of freedom on`,
    cell: ({ isUsed }) => (isUsed ? 'yes' : 'too few repeats'),
  },
]

const HISTORY: readonly Column<Period>[] = [
  { key: 'period', header: 'Quarter', heads: true, cell: ({ period }) => period },
  { key: 'sd', header: 'Noise', numeric: true, cell: ({ sd }) => percentText(sd) },
  { key: 'df', header: 'Degrees of freedom', numeric: true, cell: ({ degreesOfFreedom }) => degreesOfFreedom },
]

function whatText({ level, group, test, clients, repeated }: Line): string {
  if (level === 'machine') return countOf(repeated, 'repeated result')
  if (level === 'group') return group ?? ''
  return `${test}, ${clients} ${clients === '1' ? 'client' : 'clients'}`
}
