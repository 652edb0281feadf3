import { addFailedOutput } from '../../import/add-failed-output.ts'
import { addRepeated, type SeenResults } from '../../import/add-repeated.ts'
import { clientsOf } from '../../import/clients-of.ts'
import { type Fields, fieldsOfRun } from '../../import/fields.ts'
import type { Benchmark, Format } from '../../import/format.ts'
import { RATIOS, type SourceFile, take } from '../../import/import-context.ts'
import type { Fragment } from '../../import/run-draft.ts'
import { serverOfRow } from '../../import/table-row-server.ts'
import { operationLatencyMetric } from '../../run/operation-latency.ts'
import type { ParamValue, UploadTest } from '../../run/upload-document.ts'
import { type HammerdbTest, isHammerdbLog, parseHammerdbLog } from './hammerdb-log.ts'
import { parseHammerdbTable, readHammerdbTableName } from './hammerdb-table.ts'

const BENCHMARK = 'TPROC-C'

const TEST: UploadTest = {
  name: 'TPROC-C',
  order: 1,
  role: 'measured',
  primaryMetric: 'NOPM',
  connectionsPerClient: 1,
}

/** The number of warehouses is the workload, because it sets the size of the database. */
const workloadOf = (warehouses: number | null): Fields =>
  warehouses === null ? {} : { workload: warehouses === 1 ? '1 warehouse' : `${warehouses} warehouses` }

type Facts = Pick<HammerdbTest, 'warehouses' | 'rampupMinutes' | 'durationMinutes'>

function paramsOf({ warehouses, rampupMinutes, durationMinutes }: Facts): Record<string, ParamValue> {
  return {
    ...(warehouses === null ? {} : { warehouses }),
    ...(rampupMinutes === null ? {} : { rampup_minutes: rampupMinutes }),
    ...(durationMinutes === null ? {} : { duration_minutes: durationMinutes }),
  }
}

const table: Format = {
  kind: 'hammerdb-table',
  recognize: (name) => readHammerdbTableName(name) !== null,
  read(context, file) {
    const name = readHammerdbTableName(file.name)
    if (name === null) {
      const message = 'the name does not say users and warehouses; expected sum.res.pg.load8.vu6.w100.5.120.csv'
      context.problems.push({ file: file.path, message })
      return
    }
    const parsed = parseHammerdbTable(file.text, file.path)
    if (name.isRelative) {
      // The table is left out, and still parsed so that a damaged one is reported.
      context.problems.push(...parsed.problems)
      context.ignored.push({ path: file.path, reason: RATIOS })
      return
    }
    for (const row of take(context, file, 'hammerdb-table', parsed) ?? []) {
      const server = serverOfRow(context, file, row)
      if (server === null || row.cell.value === null) continue
      const params = paramsOf(name)
      context.runs.add(file, {
        benchmark: BENCHMARK,
        fields: { ...fieldsOfRun(file.named?.fields ?? {}), ...server, ...workloadOf(name.warehouses) },
        results: [
          {
            test: TEST,
            clients: name.users,
            params,
            values: { NOPM: row.cell.value },
            location: { path: file.path, line: row.line },
          },
        ],
      })
    }
  },
}

const log: Format = {
  kind: 'hammerdb',
  isNamedByPath: true,
  recognize: (_name, text) => isHammerdbLog(text),
  read(context, file) {
    const seen: SeenResults = new Map()
    const parsed = parseHammerdbLog(file.text, file.path)
    addFailedOutput(context, file, { benchmark: BENCHMARK, failure: parsed.failure })
    for (const test of take(context, file, 'hammerdb', parsed) ?? []) {
      const clients = clientsOf(context, file, test.users)
      if (clients !== null) addRepeated(context, file, fragmentOf(test, clients, file), seen)
    }
  },
}

function fragmentOf(test: HammerdbTest, clients: number, file: SourceFile): Fragment {
  const known: Fields = { ...file.directory.fields, ...file.named?.fields }
  return {
    benchmark: BENCHMARK,
    fields: {
      // The product from names is more exact: MariaDB is tested as MySQL.
      ...(known.product === undefined ? { product: test.database } : {}),
      ...workloadOf(test.warehouses),
    },
    results: [
      {
        test: TEST,
        clients,
        params: paramsOf(test),
        values: valuesOf(test),
        location: { path: file.path, line: test.line },
      },
    ],
  }
}

function valuesOf({ nopm, tpm, errors, failedUsers, procedures }: HammerdbTest): Record<string, number> {
  const latencies = procedures.flatMap(({ name, statistics }) =>
    Object.entries(statistics).map(([statistic, value]) => [operationLatencyMetric(statistic, name), value] as const),
  )
  return {
    NOPM: nopm,
    ...(tpm === null ? {} : { TPM: tpm }),
    ignored_errors: errors,
    failed_users: failedUsers,
    ...Object.fromEntries(latencies),
  }
}

/** TPROC-C of HammerDB: its log, and tables of several servers. */
export const hammerdb: Benchmark = { name: BENCHMARK, programs: ['hammerdbcli'], formats: [table, log] }
