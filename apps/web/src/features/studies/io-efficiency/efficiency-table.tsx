import { formatAbsolute, MISSING } from '@assay/domain/compare/format-cell'
import type { IoSubject, IoTest } from '@assay/domain/studies/io-efficiency'
import { IO_COLUMNS } from '@assay/domain/studies/io-efficiency-sentence'
import { cut } from '@assay/domain/studies/io-latency-model'
import { runPath } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ioCellId } from './cell-id.ts'
import style from './efficiency-table.module.css'
import { micros } from './micros.ts'

type Props = {
  project: string
  subject: IoSubject
  /** Among the subjects of the page. */
  place: number
}

/** Reads per second beside fio, and what each read costs in CPU beyond fio. */
export function EfficiencyTable({ project, subject, place }: Props) {
  return (
    <DataTable
      caption={`IO efficiency, ${subject.label}`}
      columns={columnsOf(project, subject, place)}
      rows={subject.tests}
      rowKey={({ test, of }) => JSON.stringify([test, of])}
    />
  )
}

function columnsOf(project: string, { tests }: IoSubject, place: number): Column<IoTest>[] {
  const placed = (test: IoTest, column: number, text: string) => (
    <span id={ioCellId(place, tests.indexOf(test), column)} className={style.target}>
      {text}
    </span>
  )
  const has = (metric: string) => tests.some(({ cells }) => cells.get(metric)?.value != null)
  const measured = MEASURED.filter(({ metric }) => has(metric)).map(
    ({ metric, header, about, digits }): Column<IoTest> => ({
      key: metric,
      header,
      about,
      numeric: true,
      wideOnly: true,
      cell: ({ cells }) => formatAbsolute(cells.get(metric)?.value ?? null, digits),
    }),
  )
  return [
    { key: 'test', header: 'Test', heads: true, cell: ({ test }) => test },
    ...(tests.some(({ of }) => of !== '') ? [{ key: 'of', header: 'Of', cell: ({ of }: IoTest) => of }] : []),
    {
      key: 'reads',
      header: 'reads/s',
      about: 'Storage reads per second of the database',
      numeric: true,
      cell: ({ reads }) => {
        const [newest] = reads.runIds
        const text = formatAbsolute(reads.value, 0)
        return newest === undefined ? text : <a href={runPath(project, newest)}>{text}</a>
      },
    },
    {
      key: 'efficiency',
      header: 'io.eff',
      about: 'Storage reads/s of the database / those of fio, rounded',
      numeric: true,
      cell: (test) => placed(test, IO_COLUMNS.efficiency, test.efficiency.toFixed(3)),
    },
    {
      key: 'cut',
      header: 'as published',
      about: 'The same ratio as the published text has it: cut at three decimals, not rounded',
      numeric: true,
      cell: ({ efficiency }) => cut(efficiency, 3).toFixed(3),
    },
    {
      key: 'us.inc',
      header: 'us.inc',
      about: 'User CPU of a read, database - fio, µs',
      numeric: true,
      cell: ({ userIncrease }) => micros(userIncrease),
    },
    {
      key: 'cpu.inc',
      header: 'cpu.inc',
      about: 'CPU of a read, database - fio, µs',
      numeric: true,
      cell: (test) => placed(test, IO_COLUMNS.cpuIncrease, micros(test.cpuIncrease)),
    },
    {
      key: 'cpu',
      header: 'CPU a read',
      about: 'CPU of a read in the database, µs',
      numeric: true,
      wideOnly: true,
      cell: ({ cpu }) => (cpu === null ? MISSING : micros(cpu.total)),
    },
    ...measured,
  ]
}

const MEASURED = [
  { metric: 'ops/s', header: 'ops/s', about: 'Operations per second', digits: 0 },
  { metric: 'qps', header: 'queries/s', about: 'Queries per second', digits: 0 },
  { metric: 'usec_op', header: 'latency', about: 'Mean time of an operation, µs', digits: 2 },
  { metric: 'io.lat', header: 'io.lat', about: 'Mean time of a storage read by iostat, µs', digits: 0 },
  { metric: 'reqsz', header: 'reqsz', about: 'Mean size of a storage read, KB', digits: 1 },
] as const
