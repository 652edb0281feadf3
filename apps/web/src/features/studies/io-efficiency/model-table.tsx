import { formatAbsolute } from '@assay/domain/compare/format-cell'
import type { IoSubject, IoTest } from '@assay/domain/studies/io-efficiency'
import type { LatencyModel } from '@assay/domain/studies/io-latency-model'
import { runPath } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { micros } from './micros.ts'

type Row = IoTest & { model: LatencyModel }

/** Where the time of a read goes, and what that predicts beside what was measured. */
export function ModelTable({ project, subject }: { project: string; subject: IoSubject }) {
  const rows = subject.tests.flatMap(({ model, ...test }): Row[] => (model === null ? [] : [{ ...test, model }]))
  const several = rows.some(({ of }) => of !== '')
  return (
    <DataTable
      caption={`Latency model, ${subject.label}`}
      columns={[TEST, ...(several ? [OF] : []), ...PARTS, ...predictions(project)]}
      rows={rows}
      rowKey={({ test, of }) => JSON.stringify([test, of])}
    />
  )
}

const TEST: Column<Row> = { key: 'test', header: 'Test', heads: true, cell: ({ test }) => test }
const OF: Column<Row> = { key: 'of', header: 'Of', cell: ({ of }) => of }

const PARTS: readonly Column<Row>[] = [
  {
    key: 'userland',
    header: 'userland CPU',
    about: 'CPU of the database beyond that of fio (cpu.inc), µs a read',
    numeric: true,
    cell: ({ model }) => micros(model.parts.userland),
  },
  {
    key: 'libc',
    header: 'libc + kernel',
    about: 'CPU of fio, µs a read',
    numeric: true,
    wideOnly: true,
    cell: ({ model }) => micros(model.parts.libcKernel),
  },
  {
    key: 'device',
    header: 'device',
    about: 'Latency of fio - CPU of fio, µs',
    numeric: true,
    wideOnly: true,
    cell: ({ model }) => micros(model.parts.device),
  },
  { key: 'sum', header: 'sum, µs', about: 'Time of a read', numeric: true, cell: ({ model }) => micros(model.sumUs) },
]

const predictions = (project: string): Column<Row>[] => [
  {
    key: 'predicted',
    header: 'predicted',
    about: 'Reads/s: clients x 1e6 / sum',
    numeric: true,
    cell: ({ model }) => formatAbsolute(model.predicted, 0),
  },
  {
    key: 'published',
    header: 'as published',
    about:
      'The prediction of the published text: both figures of fio in whole µs, the CPU of the database cut at two decimals, the result cut',
    numeric: true,
    cell: ({ model }) => model.asPublished.predicted,
  },
  {
    key: 'measured',
    header: 'measured',
    about: 'Storage reads/s',
    numeric: true,
    cell: ({ reads }) => {
      const [newest] = reads.runIds
      const text = formatAbsolute(reads.value, 0)
      return newest === undefined ? text : <a href={runPath(project, newest)}>{text}</a>
    },
  },
  {
    key: 'ratio',
    header: 'measured / predicted',
    about: 'What the model does not explain',
    numeric: true,
    wideOnly: true,
    cell: ({ reads, model }) => ((reads.value ?? 0) / model.predicted).toFixed(2),
  },
]
