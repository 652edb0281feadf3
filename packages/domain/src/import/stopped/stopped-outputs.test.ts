import { GENERATED_FORMATS } from '@assay/testing/benchmarks/generated-formats'
import { labArchive } from '@assay/testing/import/lab-profiles'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ImportFile, importFiles, importWithQuestions } from '../import-files.ts'
import { findAbnormalEnd } from './abnormal-end.ts'
import { clientsPrinted } from './clients-printed.ts'

const overrides = { hardware: 'lab3', product: 'PostgreSQL', version: '18.1', clients: 4 }
const options = { profile: labArchive, overrides }

/** Messages as shells, tools and the kernel print them, with the reason that each must give. */
const MESSAGES: readonly (readonly [string, RegExp])[] = [
  ['Killed', /^killed: Killed$/],
  ['./run.sh: line 12: 23456 Killed                  "$@" > out.txt 2>&1', /^killed: /],
  ['Segmentation fault (core dumped)', /^crashed: Segmentation fault/],
  ['Aborted (core dumped)', /^crashed: Aborted/],
  ['[1]+  Terminated              "$@"', /^killed: /],
  ['[ 4711.2] Out of memory: Killed process 4711 (worker) total-vm:1kB', /^out of memory: /],
  [
    "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted",
    /^out of memory: /,
  ],
  ['Exception in thread "main" java.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(D.java:1)', /^out of memory: /],
  ['Command terminated by signal 9', /^killed: /],
  ['Command exited with non-zero status 139', /^crashed: /],
  ['exit status 124', /^timed out: /],
  ['Error: Process completed with exit code 1.', /^failed: /],
  ['make: *** [Makefile:3: bench] Error 137', /^killed: /],
  ['slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2026-11-01T10:00:00 DUE TO TIME LIMIT ***', /^timed out: /],
  ['panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/x.go:1\nexit status 2', /^crashed: /],
]

test.each(MESSAGES)('%j is an abnormal end with its cause, its line and the text before it', (message, reason) => {
  const report = 'first line of a report\nsecond line\n'
  const found = findAbnormalEnd(`${report}${message}\n`)
  expect(found?.reason).toMatch(reason)
  expect(found?.before).toBe(report)
  expect(found?.line).toBeGreaterThan(2)
})

test.each(['exit status 0', 'rc=0', 'real\t0m1.0s', 'Done', 'total killed: 0', 'status: ok', 'exit code 900'])(
  '%j is not an abnormal end',
  (line) => expect(findAbnormalEnd(`report\n${line}\n`)).toBeNull(),
)

/** Tables are not the output of one program, and the Insert Benchmark needs names of its steps. */
const TABLES: ReadonlySet<string> = new Set(['QPS table', 'report.tsv', 'Insert Benchmark', 'BenchBase windows'])
const ext = (text: string) => (/^\s*[[{]/.test(text) ? 'json' : 'log')

describe.each(GENERATED_FORMATS.filter(({ name }) => !TABLES.has(name)))('$name', ({ valid }) => {
  const message = fc.constantFrom(...MESSAGES.map(([text]) => text))

  test('a report that ends with a message of the shell is one failed result, and the others are unchanged', () => {
    fc.assert(
      fc.property(valid, valid, message, fc.double({ min: 0, max: 1, noNaN: true }), (whole, text, end, share) => {
        const lines = text.split('\n')
        const cut = lines
          .slice(0, Math.floor(share * (lines.length - 1)))
          .map((line) => `${line}\n`)
          .join('')
        const other = { path: `results/pg-18.1/one-c4.${ext(whole)}`, text: whole }
        const stopped = { path: `results/pg-18.1/one-c8.${ext(text)}`, text: `${cut}${end}\n` }
        const [alone] = importWithQuestions([other], options).documents
        const { documents, refusedFiles, problems } = importWithQuestions([other, stopped], options)
        // Two whole files may contradict each other, and then nothing says which of them is right.
        if (problems.some(({ message }) => / but results\/pg-18\.1\/one-c4\.\w+ says /.test(message))) return
        expect(refusedFiles).toEqual([])
        const results = documents.flatMap((document) => document.results)
        const failed = results.filter(({ status }) => status === 'failed')
        // Results that were whole before the message stand, and then the message is a problem.
        if (failed.length === 0) expect(problems.some(({ file }) => file === stopped.path)).toBe(true)
        expect(new Set(failed.map(({ test: name, clients }) => `${name}, ${clients}`)).size).toBeLessThanOrEqual(1)
        for (const { values, statusReason } of failed) {
          expect(values.every((value) => value === null)).toBe(true)
          expect(MESSAGES.some(([, reason]) => reason.test(statusReason ?? ''))).toBe(true)
        }
        const figures = results.flatMap(({ test: name, values }) => values.map((value) => [name, value]))
        for (const [name, value] of (alone?.results ?? []).flatMap((one) => one.values.map((v) => [one.test, v])))
          expect(figures).toContainEqual([name, value])
      }),
      { numRuns: 25 },
    )
  })

  test('the same cut without a message is not stored as failed', () => {
    fc.assert(
      fc.property(valid, (text) => {
        const cut = text.slice(0, Math.floor(text.length / 2))
        const { documents } = importWithQuestions([{ path: `pg-18.1/one-c8.${ext(text)}`, text: cut }], options)
        expect(documents.flatMap(({ results }) => results).filter(({ status }) => status === 'failed')).toEqual([])
      }),
      { numRuns: 10 },
    )
  })
})

const sysbench = (threads: number): ImportFile => ({
  path: `pg-18.1/oltp_insert-c${threads}.log`,
  text: sysbenchText({ qps: 100 * threads, threads }).replace('x.lua', 'oltp_insert.lua'),
})
const plain = { profile: labArchive, overrides: { hardware: 'lab3' } }
const resultsOf = (files: readonly ImportFile[]) => {
  const { documents } = importFiles(files, plain)
  expect(documents).toHaveLength(1)
  return documents[0]?.results.map(({ test: name, clients, status, statusReason }) => [
    name,
    clients,
    status,
    statusReason,
  ])
}

test('an output of sysbench that was killed keeps the test of its name and the threads of its header', () => {
  const half = sysbench(40).text.split('SQL statistics')[0] ?? ''
  const files = [sysbench(1), { path: 'pg-18.1/oltp_insert-c40.log', text: `${half}Killed\n` }]
  expect(resultsOf(files)).toEqual([
    ['oltp_insert', 1, undefined, undefined],
    ['oltp_insert', 40, 'failed', 'killed: Killed'],
  ])
})

test('a file with a message alone is a failed result of the benchmark whose files have such names', () => {
  const files = [sysbench(1), { path: 'pg-18.1/oltp_insert-c40.log', text: 'Segmentation fault (core dumped)\n' }]
  expect(resultsOf(files)?.[1]).toEqual(['oltp_insert', 40, 'failed', 'crashed: Segmentation fault (core dumped)'])
  const log = { path: 'pg-18.1/server.log', text: 'LOG: ready\nAborted\n' }
  const { documents, ignored } = importFiles([sysbench(1), log], plain)
  expect(documents[0]?.results).toHaveLength(1)
  expect(ignored).toMatchObject([{ path: log.path, reason: expect.stringContaining('nothing names its benchmark') }])
})

test('the message about another program leaves a whole report as it is', () => {
  const { path, text } = sysbench(8)
  const ended = './run.sh: line 9: 471 Terminated              vmstat 1 > vmstat.txt\n'
  expect(resultsOf([{ path, text: text + ended }])).toEqual([['oltp_insert', 8, undefined, undefined]])
  const crashed = './run.sh: line 9: 471 Segmentation fault      (core dumped) sysbench oltp_insert run\n'
  expect(resultsOf([{ path, text: text + crashed }])?.[0]?.[2]).toBe('failed')
})

test('reports that were appended before the one that was killed stand', () => {
  const { path, text } = sysbench(8)
  const files = [
    { path, text: `${text}${text.split('SQL statistics')[0]}timeout: sending signal TERM to command ‘sysbench’\n` },
  ]
  const { documents } = importFiles(files, plain)
  const statuses = documents.flatMap(({ results }) => results.map(({ status }) => status ?? 'finished'))
  expect(statuses).toContain('finished')
})

test.each([
  ['Number of threads: 8', 8],
  ['Starting 4 processes', 4],
  ['Starting 1 thread', 1],
  ['# Threads: 16 threads, will synchronize iterations', 16],
  ['pgbench -c 8 --client=12 db', 12],
  ['Vuser 1:40 Active Virtual Users configured', 40],
  ['nothing', null],
  ['Number of threads: 8\nStarting 4 processes', null],
])('%j prints its clients before it begins', (text, clients) => {
  expect(clientsPrinted(`${text}\nmore\n`)).toBe(clients)
})
