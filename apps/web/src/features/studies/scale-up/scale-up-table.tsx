import { absoluteDigits, formatAbsolute, formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { Cell } from '@assay/domain/compare/grid'
import type { ScaleUpBucket, ScaleUpPoint, ScaleUpSubject, ScaleUpTest } from '@assay/domain/studies/scale-up'
import { bucketName, reasonWord } from '@assay/domain/studies/scale-up-sentence'
import { runPath } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { countOf } from '../../../ui/format-count.ts'

type Row = ScaleUpTest & { bucket: string; atMost: ScaleUpPoint }

/** The tests of a subject in their buckets, best first, each with what explains it. */
export function ScaleUpTable({ project, subject }: { project: string; subject: ScaleUpSubject }) {
  const rows = subject.buckets.flatMap((bucket) =>
    bucket.tests.map((test): Row => ({ ...test, bucket: nameOf(bucket) })),
  )
  return (
    <DataTable
      caption={`Scale-up of ${subject.label || 'each test'}`}
      columns={columnsOf(project, subject)}
      rows={rows}
      rowKey={({ name }) => name}
      groupOf={({ bucket }) => bucket}
    />
  )
}

const nameOf = (bucket: ScaleUpBucket) => `${bucketName(bucket)} times: ${countOf(bucket.tests.length, 'test')}`

function columnsOf(project: string, { baseClients, mostClients, tests, clients }: ScaleUpSubject): Column<Row>[] {
  const metrics = [...new Set(tests.flatMap(({ reasons }) => reasons.map(({ metric }) => metric)))]
  const digits = absoluteDigits(tests.flatMap(({ points }) => points.map(({ cell }) => cell)))
  const linked = (cell: Cell | undefined, text: string) => {
    const [newest] = cell?.runIds ?? []
    return newest === undefined ? text : <a href={runPath(project, newest)}>{text}</a>
  }
  const throughput = (at: number): Column<Row> => ({
    key: `at ${at}`,
    header: `at ${at}`,
    about: `Throughput at ${at} clients, as the test reports it`,
    numeric: true,
    wideOnly: true,
    cell: ({ points }) => {
      const cell = points.find((point) => point.clients === at)?.cell
      return linked(cell, cell === undefined ? MISSING : formatAbsolute(cell.value, digits(cell.metric)))
    },
  })
  return [
    { key: 'test', header: 'Test', heads: true, cell: ({ name }) => name },
    { key: 'group', header: 'Group', wideOnly: true, cell: ({ group }) => group ?? '' },
    throughput(baseClients),
    throughput(mostClients),
    {
      key: 'scale-up',
      header: 'Scale-up',
      about: `Throughput at ${mostClients} clients / throughput at ${baseClients}`,
      numeric: true,
      cell: ({ atMost }) => linked(atMost.cell, formatRatio(atMost.scaleUp)),
    },
    {
      key: 'efficiency',
      header: 'Efficiency',
      about: `Scale-up / ${mostClients / baseClients}; 100% is perfect`,
      numeric: true,
      cell: ({ atMost }) => `${Math.round(atMost.efficiency * 100)}%`,
    },
    ...(clients.length > 2 ? [KNEE] : []),
    ...metrics.map(
      (metric): Column<Row> => ({
        key: metric,
        header: metric,
        about: `${reasonWord(metric)} at ${baseClients} and at ${mostClients} clients, and their ratio`,
        numeric: true,
        cell: ({ reasons }) => {
          const reason = reasons.find((one) => one.metric === metric)
          if (reason === undefined) return MISSING
          const values = [reason.atBase, reason.atMost].map(({ value }) =>
            formatAbsolute(value, absoluteDigits([])(metric)),
          )
          return (
            <>
              <small>{values.join(' → ')}</small> {formatRatio(reason.ratio)}
            </>
          )
        },
      }),
    ),
  ]
}

const KNEE: Column<Row> = {
  key: 'knee',
  header: 'Knee',
  about: 'The smallest number of clients beyond which no larger one gains 5%',
  numeric: true,
  cell: ({ knee }) => (knee === null ? MISSING : knee.isLast ? 'none yet' : knee.clients),
}
