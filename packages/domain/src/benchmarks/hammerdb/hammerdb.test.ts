import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { parseHammerdbLog } from './hammerdb-log.ts'
import { parseHammerdbTable, readHammerdbTableName } from './hammerdb-table.ts'

const ARCHIVE = archiveUrl('fixtures/hammerdb/')
const archived = (name: string) => readFileSync(new URL(name, ARCHIVE), 'utf8')

const LOG = [
  'hammerdb>vuset vu 2',
  ' pg_count_ware       = 20',
  'hammerdb>vurun',
  'Vuser 1:RUNNING',
  'Vuser 1:Beginning rampup time of 2 minutes',
  'Vuser 1:Timing test period of 5 in minutes',
  'Error in Virtual User 2: deadlock detected',
  'Vuser 3:New Order Procedure Error set RAISEERROR for Details',
  'Vuser 1:2 Active Virtual Users configured',
  'Vuser 1:TEST RESULT : System achieved 2602 NOPM from 6190 PostgreSQL TPM',
  'Vuser 1:FINISHED SUCCESS',
  'hammerdb>Vuser 2:FINISHED FAILED',
  'Vuser 3:FINISHED SUCCESS',
  '',
].join('\n')

test('a log gives the result with its users, warehouses, minutes and errors', () => {
  expect(parseHammerdbLog(LOG, 'f')).toEqual({
    value: [
      {
        line: 10,
        nopm: 2602,
        tpm: 6190,
        database: 'PostgreSQL',
        users: 2,
        warehouses: 20,
        rampupMinutes: 2,
        durationMinutes: 5,
        errors: 2,
        failedUsers: 1,
        procedures: [],
      },
    ],
    problems: [],
  })
})

test('older releases print TPM first; a count of 0 transactions is missing', () => {
  const old = LOG.replace(/System achieved .*/, 'System achieved 60501 SQL Server TPM at 13207 NOPM')
  expect(parseHammerdbLog(old, 'f').value).toMatchObject([{ nopm: 13207, tpm: 60501, database: 'SQL Server' }])
  const oracle = LOG.replace(/System achieved .*/, 'System achieved 0 Oracle TPM at 27975 NOPM')
  expect(parseHammerdbLog(oracle, 'f').value).toMatchObject([{ nopm: 27975, tpm: null, database: 'Oracle' }])
})

test('results of a job as its web service gives them are read', () => {
  const lines = [
    '[',
    '  "1 Active Virtual Users configured",',
    '  "TEST RESULT : System achieved 3290 NOPM from 6828 Oracle TPM"',
    ']',
  ]
  expect(parseHammerdbLog(lines.join('\n'), 'f').value).toMatchObject([{ nopm: 3290, tpm: 6828, users: 1 }])
})

test('several tests of one log are distinguished, each with its own errors', () => {
  const tests = parseHammerdbLog(LOG + LOG.replace('2602', '2700').replace(/^Error.*\n/m, ''), 'f').value
  expect(tests?.map(({ nopm, errors, failedUsers }) => [nopm, errors, failedUsers])).toEqual([
    [2602, 2, 1],
    [2700, 1, 1],
  ])
})

test('the time profile of all users is used, and those of single users are ignored', () => {
  const block = (heading: string, p99: string) =>
    [
      `>>>>> ${heading}`,
      '>>>>> PROC: NEWORD',
      'CALLS: 34\tMIN: 1.730ms\tAVG: 36.332ms\tMAX: 1220.165ms\tTOTAL: 124508.229ms',
      `P99: ${p99}ms\tP95: 104.921ms\tP50: 19.126ms\tSD: 49663.1\tRATIO: 48.963%`,
      '+-+-+-+',
    ].join('\n')
  const profile = `${block('VIRTUAL USER 2 : ELAPSED TIME : 120ms', '9.5')}\n${block('SUMMARY OF 2 ACTIVE VIRTUAL USERS : MEDIAN ELAPSED TIME : 127ms', '210.118')}\n`
  expect(parseHammerdbLog(LOG + profile, 'f').value?.[0]?.procedures).toEqual([
    {
      name: 'NEWORD',
      calls: 34,
      statistics: { min: 1.73, avg: 36.332, max: 1220.165, p99: 210.118, p95: 104.921, p50: 19.126 },
    },
  ])
})

test('a log without a readable result is a problem', () => {
  const withoutResult = LOG.replace(/.*TEST RESULT.*\n/, '')
  expect(parseHammerdbLog(withoutResult, 'f')).toMatchObject({ value: null, failure: { test: 'TPROC-C' } })
  expect(parseHammerdbLog(withoutResult.replaceAll('FINISHED FAILED', 'FINISHED SUCCESS'), 'f')).toMatchObject({
    value: null,
    problems: [{ file: 'f', refusesRun: true }],
  })
  expect(parseHammerdbLog(LOG.replace('2602 NOPM', 'many NOPM'), 'f')).toMatchObject({
    value: null,
    problems: [{ line: 10 }],
  })
})

test('the name of a table states users, warehouses and minutes', () => {
  expect(readHammerdbTableName('sum.res.pg.load8.vu6.w4000.5.120.rel.csv')).toEqual({
    users: 6,
    warehouses: 4000,
    rampupMinutes: 5,
    durationMinutes: 120,
    isRelative: true,
  })
  expect(readHammerdbTableName('sum.res.pg.load8.vu0.w100.5.120.csv')).toBeNull()
})

test('a table of missing results has no results; malformed lines are problems', () => {
  const { value, problems } = parseHammerdbTable('pg1222,33781\npg1323,NA\npg1420,0\npg1515\npg16,1,2\npg17,3', 'f')
  expect(value?.map(({ server, cell }) => [server, cell.value])).toEqual([
    ['pg1222', 33781],
    ['pg1323', null],
    ['pg1420', null],
  ])
  expect(problems.map(({ line }) => line)).toEqual([4, 5, 6])
})

archiveTest('every ratio of the archive is the quotient of its figures, three decimals', () => {
  const names = readdirSync(new URL('jan26.tprocc.pn53.pg/', ARCHIVE)).filter((name) => name.endsWith('.rel.csv'))
  let checked = 0
  for (const name of names) {
    const read = (file: string) => parseHammerdbTable(archived(`jan26.tprocc.pn53.pg/${file}`), file)
    const [ratios, figures] = [read(name), read(name.replace('.rel', ''))]
    expect([ratios.problems, figures.problems]).toEqual([[], []])
    const [base, ...others] = figures.value ?? []
    for (const [i, { server, cell }] of others.entries()) {
      const ratio = ratios.value?.[i]
      expect([ratio?.server, ratio?.cell.value?.toFixed(3)]).toEqual([
        server,
        ((cell.value ?? Number.NaN) / (base?.cell.value ?? 1)).toFixed(3),
      ])
      checked++
    }
  }
  expect(checked).toBe(24)
})

archiveTest('logs of another author are read', () => {
  const postgres = parseHammerdbLog(archived('siddhsql.hammerdb/hammerdb_pg_10vu.txt'), 'f')
  expect(postgres).toMatchObject({
    value: [
      {
        nopm: 2602,
        tpm: 6190,
        database: 'PostgreSQL',
        users: 10,
        warehouses: 400,
        rampupMinutes: 2,
        durationMinutes: 30,
        failedUsers: 0,
      },
    ],
    problems: [],
  })
  const lines = archived('siddhsql.hammerdb/hammerdb_pg_10vu.txt').split('\n')
  expect(postgres.value?.[0]?.errors).toBe(lines.filter((line) => line.includes('Procedure Error')).length)
  expect(parseHammerdbLog(archived('siddhsql.hammerdb/hammerdb_mysql_100vu.txt'), 'f')).toMatchObject({
    value: [{ nopm: 2335, tpm: 5432, database: 'MySQL', users: 100 }],
    problems: [],
  })
})
