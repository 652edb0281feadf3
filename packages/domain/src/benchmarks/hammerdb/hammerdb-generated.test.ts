import { count, readsBack } from '@assay/testing/benchmarks/generated-output'
import fc from 'fast-check'
import { test } from 'vitest'
import { parseHammerdbLog } from './hammerdb-log.ts'
import { parseHammerdbTable } from './hammerdb-table.ts'

// Output of HammerDB (FORMATS 13): the log of the command line, and tables of results.

const hammerdb = fc
  .record({
    nopm: count(9_999_999, 1),
    otherTransactions: count(9_999_999),
    database: fc.constantFrom('PostgreSQL', 'MySQL', 'MariaDB', 'SQL Server', 'Oracle'),
    isOld: fc.boolean(),
    users: count(999, 1),
    warehouses: count(40_000, 1),
    rampupMinutes: count(60, 1),
    durationMinutes: count(600, 1),
    errors: count(4),
    failedUsers: count(3),
  })
  .map(({ otherTransactions, ...run }) => ({ ...run, tpm: run.nopm + otherTransactions }))

test('a log of HammerDB, newer and older releases, with errors between the lines', () => {
  readsBack(hammerdb, {
    print: ({ nopm, tpm, database, isOld, users, warehouses, rampupMinutes, durationMinutes, errors, failedUsers }) =>
      [
        'HammerDB CLI v4.12',
        `hammerdb>vuset vu ${users}`,
        ` pg_count_ware       = ${warehouses}`,
        'hammerdb>vurun',
        'Vuser 1:RUNNING',
        `Vuser 1:Beginning rampup time of ${rampupMinutes} minutes`,
        ...Array.from({ length: errors }, (_, i) => `Error in Virtual User ${i + 2}: deadlock detected`),
        'Vuser 1:Rampup complete, Taking start Transaction Count.',
        `Vuser 1:Timing test period of ${durationMinutes} in minutes`,
        `Vuser 1:1  ...,`,
        `Vuser 1:${users} Active Virtual Users configured`,
        isOld
          ? `Vuser 1:TEST RESULT : System achieved ${tpm} ${database} TPM at ${nopm} NOPM`
          : `Vuser 1:TEST RESULT : System achieved ${nopm} NOPM from ${tpm} ${database} TPM`,
        'Vuser 1:FINISHED SUCCESS',
        ...Array.from({ length: failedUsers }, (_, i) => `Vuser ${i + 2}:FINISHED FAILED`),
        '',
      ].join('\n'),
    parse: (text) => parseHammerdbLog(text, 'f'),
    expected: ({ isOld: _, ...facts }) => [facts],
  })
})

test('a table of HammerDB: servers and their NOPM', () => {
  const server = fc
    .tuple(fc.constantFrom('pg', 'my', 'ma'), count(999_999, 1))
    .map(([name, digits]) => `${name}${digits}`)
  const rows = fc.array(fc.tuple(server, count(999_999, 1)), { minLength: 1, maxLength: 20 })
  readsBack(rows, {
    print: (all) => all.map(([name, nopm]) => `${name},${nopm}\n`).join(''),
    parse: (text) => parseHammerdbTable(text, 'sum.res.pg.load8.vu6.w100.5.120.csv'),
    expected: (all) => all.map(([name, nopm], i) => ({ line: i + 1, server: name, cell: { value: nopm } })),
  })
})
