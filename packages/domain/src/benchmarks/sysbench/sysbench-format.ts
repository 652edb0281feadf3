import type { Benchmark, Format } from '../../import/format.ts'
import {
  addFailure,
  readLoadLog,
  readResultLines,
  readStepMetrics,
  readSysbenchOutput,
  readVacuumLog,
} from './import/read-sysbench-files.ts'
import { readMetricsTable, readSysbench2020Table } from './import/read-tables.ts'
import { sysbenchFragments } from './import/sysbench-fragments.ts'
import { sysbenchRuns } from './import/sysbench-runs.ts'
import { type SysbenchTable, sysbenchTable } from './recognize-sysbench-table.ts'

/** Number of characters to search for the header: query plans of many tables may come before it. */
const HEAD = 20_000

const holdsSysbench = (text: string): boolean => /^sysbench \d+\.\d+/m.test(text.slice(0, HEAD))
const isLoad = (text: string): boolean => /^Inserting \d+ records into/m.test(text.slice(0, HEAD))

const OUTPUTS: readonly Format[] = [
  {
    kind: 'sysbench',
    isNamedByPath: true,
    recognize: (_name, text) => holdsSysbench(text) && !isLoad(text),
    read: readSysbenchOutput,
  },
  {
    kind: 'sysbench-load',
    // A load without its line of seconds has no result.
    recognize: (_name, text) => holdsSysbench(text) && isLoad(text) && text.includes('\nLoad seconds is '),
    read: readLoadLog,
  },
  {
    kind: 'sysbench-metrics',
    recognize: (_name, text) => text.startsWith('iostat, vmstat normalized by operation rate'),
    read: readStepMetrics,
  },
  // No line of this log is specific to sysbench, so only a profile can select this format.
  { kind: 'vacuum-log', recognize: () => false, read: readVacuumLog },
]

const table = (kind: SysbenchTable, read: Format['read']): Format => ({
  kind,
  isTable: true,
  recognize: (name, text) => sysbenchTable(name, text) === kind,
  read,
})

/** sysbench: its outputs, the files that scripts write for each step, and tables of several servers. */
export const sysbench: Benchmark = {
  name: 'sysbench',
  formats: [
    ...OUTPUTS,
    // A table may repeat the figures of another in the same folder, so tables are read after all other files.
    table('qps-table', (context, file) => sysbenchFragments(context).qpsTables.push(file)),
    table('metrics-table', readMetricsTable),
    table('sysbench-2020-table', readSysbench2020Table),
    table('result-lines', readResultLines),
  ],
  addFailure,
  finish: sysbenchRuns,
}
