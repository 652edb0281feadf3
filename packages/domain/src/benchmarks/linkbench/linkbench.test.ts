import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { parseLinkbenchOutput } from './linkbench-output.ts'
import { parseLinkbenchReport } from './linkbench-report.ts'
import { parseLinkbenchTable, readLinkbenchName } from './linkbench-table.ts'

const ARCHIVE = archiveUrl('fixtures/linkbench-report/20_09_11_linkb_200m_inno/')
const archived = (name: string) => readFileSync(new URL(name, ARCHIVE), 'utf8')

const TABLE = [
  'qps\tsecs\trpq\tcpupq\tdsecpq\tdsec\tcnf',
  '4665\t3600\t1.969\t2043\t-0.1\t-1\tpg120.c8b40s1',
  '3864\t3600\t0.897\t2070\t367.5\t5112\tmy5731.c14b40s1',
  '',
].join('\n')

test('the name of a table states the step and its clients', () => {
  expect(readLinkbenchName('L3.P12.eff.op')).toEqual({ step: 'L3.P12', clients: 12 })
  expect(readLinkbenchName('l.post.eff.sec')).toEqual({ step: 'l.post', clients: null })
  expect(readLinkbenchName('L1.P8.txt')).toBeNull()
})

test('CPU of a restarted process is missing', () => {
  const { value, problems } = parseLinkbenchTable(TABLE, 'f')
  expect(problems).toEqual([])
  expect(
    value?.rows.map(({ server, cells }) => [server, cells.qps?.value, cells.dsec?.missing ?? cells.dsec?.value]),
  ).toEqual([
    ['pg120.c8b40s1', 4665, 'negative'],
    ['my5731.c14b40s1', 3864, 5112],
  ])
})

test('NA, an empty cell and a database without memory or CPU are missing, never 0', () => {
  const text =
    'ips\tsecs\trps\tdutil\tvsz\trss\tcnf\n100\t20\t\t0.000\t0.1\t0.0\tpg120.a\n0\t20\t-\t-0.000\tNA\tNA\tpg121.a\n'
  const cells = parseLinkbenchTable(text, 'f').value?.rows.map((row) =>
    Object.values(row.cells).map((cell) => cell.missing),
  )
  expect(cells).toEqual([
    [null, null, 'empty', 'zero', 'zero', 'zero'],
    ['zero', null, 'empty', 'negative', 'not-available', 'not-available'],
  ])
})

test('a row with a missing column, invalid text or a truncated end is a problem, and the other rows are read', () => {
  const cut = TABLE.replace('\t1.969', '').replace('\t5112\t', '\tlots\t').concat('1\t2\t3\t4\t5\t6\tpg1')
  const { value, problems } = parseLinkbenchTable(cut, 'f')
  expect(value).toBeNull()
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '2 6 columns; expected 7, the server last',
    '3 `lots` in column dsec is not a number',
    '4 the last line has no line end, so it may be cut; if it is whole, append a line end, else restore the file or run the test again',
  ])
})

const LOG = [
  '-c config/MyConfig.properties -Drequests=100 -Drequesters=4 -Dmaxid1=1001 -r',
  'INFO 2020-01-02 03:04:05,678 [Thread-1]: ThreadID = 1 GET_NODE totalOps = 9 totalErrors = 0 ops = 9 samples = 9 mean = 8.5 min = 5 99% = 14 max = 91',
  'INFO 2020-01-02 03:14:05,678 [main]: GET_NODE count = 17  p25 = [0,0.1]ms  p50 = [0.1,0.2]ms  p99 = [15,16]ms  max = 26.25ms  mean = 0.085ms',
  'INFO 2020-01-02 03:14:05,679 [main]: REQUEST PHASE COMPLETED. 4000 requests done in 40 seconds. Requests/second = 100',
  '',
].join('\n')

test('standard output: rate, clients, and the upper end of each range', () => {
  expect(parseLinkbenchOutput(LOG, 'f')).toEqual({
    value: {
      phase: 'request',
      done: 4000,
      seconds: 40,
      rate: 100,
      clients: 4,
      maxId: 1001,
      operations: [
        { operation: 'get_node', count: 17, percentiles: { 25: 0.1, 50: 0.2, 99: 16 }, max: 26.25, mean: 0.085 },
      ],
    },
    problems: [],
  })
})

test('a load counts links, in older and newer releases', () => {
  const loads = [
    'INFO x [main]: LOAD PHASE COMPLETED.  Loaded 200 nodes (Expected 200). Loaded 950 links (4.75 links per node).  Took 9.5 seconds.  Links/second = 100',
    'LOAD PHASE COMPLETED. Expected to load 900 links. 950 loaded in 9 seconds.Links/second = 105',
  ]
  expect(loads.map((line) => parseLinkbenchOutput(`${line}\n`, 'f').value)).toMatchObject([
    { phase: 'load', done: 950, seconds: 9.5, rate: 100, clients: null },
    { phase: 'load', done: 950, seconds: 9, rate: 105 },
  ])
})

test('aborted threads, a missing end and two ends give no rate', () => {
  const aborted = `${LOG}ERROR x [main]: Benchmark did not complete cleanly: 1/4 request threads aborted.  See error log entries for details.\n`
  expect(parseLinkbenchOutput(aborted, 'f')).toMatchObject({ value: null, failure: { reason: expect.any(String) } })
  for (const text of [LOG.replace(' PHASE COMPLETED', ''), LOG + LOG]) {
    const { value, problems } = parseLinkbenchOutput(text, 'f')
    expect([value, problems[0]?.refusesRun]).toEqual([null, true])
  }
})

archiveTest('every table of the archive is read, and its rates per operation are those per second', () => {
  for (const name of readdirSync(ARCHIVE).filter((file) => readLinkbenchName(file) !== null)) {
    const { value, problems } = parseLinkbenchTable(archived(name), name)
    expect([name, problems, value?.rows.length]).toEqual([name, [], 8])
  }
  const rows = (name: string) => parseLinkbenchTable(archived(name), name).value?.rows ?? []
  const perSecond = new Map(rows('L1.P8.eff.sec').map((row) => [row.server, row.cells]))
  for (const { server, cells } of rows('L1.P8.eff.op')) {
    const [rate, percent, perOperation] = [cells.qps?.value, perSecond.get(server)?.cpups?.value, cells.cpupq?.value]
    // cpupq is percent times 10^6 divided by the rate, not microseconds; cpups has one decimal.
    expect(Math.abs((1e6 * (percent ?? 0)) / (rate ?? 1) - (perOperation ?? 0))).toBeLessThan(15)
  }
})

archiveTest('the summary holds the same throughput as the tables of each step', () => {
  const { value, problems } = parseLinkbenchReport(archived('summary.html'), 'f')
  expect([problems, value?.throughput.length, value?.tables]).toEqual([[], 8, []])
  const ofStep = (step: string) =>
    value?.throughput.map(({ server, cells }) => [server, cells.find((one) => one.step === step)?.cell.value])
  for (const [step, column] of [
    ['l.pre', 'ips'],
    ['l.post', 'ips'],
    ['L1.P8', 'qps'],
  ] as const) {
    const name = `${step}.eff.op`
    const table = parseLinkbenchTable(archived(name), name).value?.rows
    expect(ofStep(step)).toEqual(table?.map(({ server, cells }) => [server, cells[column]?.value]))
  }
})

test('a summary with missing cells and one without end tags is read', () => {
  const html = '<table><tr><th>dbms<th>l.pre<th>L1.P8<tr><td>pg120.a<td id=cmin>12<td>NA<tr><td>my5731.a<td>7</table>'
  const { value, problems } = parseLinkbenchReport(html, 'f')
  expect(value?.throughput.map(({ server, cells }) => [server, cells.map(({ cell }) => cell.value)])).toEqual([
    ['pg120.a', [12, null]],
  ])
  expect(problems).toEqual([{ file: 'f', line: 1, message: '1 cells; expected one for each of 2 steps' }])
})

test('a whole page has the tables of each step, with the lines of the page', () => {
  const page = [
    '<title>Linkbench with maxid1=10m</title>',
    '<h1 id="summary">Summary</h1>',
    '<table border="1"><tr><th>dbms</th><th>l.pre</th><th>L1.P8</th></tr>',
    '<tr><td>my5731.c14b40s1</td><td id=cmin>900</td><td>3864</td></tr></table>',
    '<h1 id="L1.P8.graph">L1.P8</h1>',
    '<p>HW performance</p>',
    '<pre>',
    ...TABLE.trimEnd().split('\n'),
    'my8018.c14b40s1\t12',
    '</pre>',
    '<h1>Appendix</h1><pre>',
    ...TABLE.trimEnd().split('\n'),
    '</pre>',
  ].join('\n')
  const { value, problems } = parseLinkbenchReport(page, 'f')
  expect(value?.maxId).toBe('10m')
  expect(value?.throughput).toHaveLength(1)
  expect(value?.tables.map(({ step, table }) => [step, table.rows.map(({ line }) => line)])).toEqual([
    ['L1.P8', [9, 10]],
  ])
  expect(problems.map(({ line }) => line)).toEqual([11, 14])
})
