import { GENERATED_FORMATS } from '@assay/testing/benchmarks/generated-formats'
import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ImportFile, importFiles, importWithQuestions } from './import-files.ts'

const options = {
  profile: labPlain,
  overrides: { hardware: 'lab3', product: 'PostgreSQL', version: '18.1', clients: 4 },
}

/** The documents without their notes, in which refused files are named. */
const figures = (files: readonly ImportFile[]) =>
  importWithQuestions(files, options).documents.map(({ notes: _, ...document }) => document)

const named = (texts: readonly string[]): ImportFile[] =>
  texts.map((text, i) => ({
    path: `results/pg-18.1/oltp_insert_run${i + 1}.${/^\s*[[{]/.test(text) ? 'json' : 'log'}`,
    text,
  }))

describe.each(GENERATED_FORMATS)('$name', ({ valid, violations }) => {
  test('a refused file changes nothing of what the other files of its folder give', () => {
    const mutation = fc.constantFrom(...violations.map(({ change }) => change))
    let refusals = 0
    fc.assert(
      fc.property(fc.tuple(valid, valid, valid), fc.nat(2), mutation, (texts, at, change) => {
        const files = named(texts.map((text, i) => (i === at ? change(text) : text)))
        const mutated = files[at]?.path ?? ''
        const { refusedFiles, problems } = importWithQuestions(files, options)
        if (!refusedFiles.includes(mutated)) return
        refusals++
        const others = files.filter(({ path }) => path !== mutated)
        expect(figures(files)).toEqual(figures(others))
        expect(problems.some(({ file, refusesRun }) => file === mutated && refusesRun === true)).toBe(true)
      }),
      { numRuns: 8 },
    )
    expect(refusals).toBeGreaterThan(0)
  })
})

const folder = (changes: Record<string, (text: string) => string> = {}): ImportFile[] =>
  [1, 8, 40].map((threads) => {
    const name = `oltp_insert-c${threads}.log`
    const text = sysbenchText({ qps: 100 * threads, threads })
    return { path: `pg-18.1/${name}`, text: changes[name]?.(text) ?? text }
  })
const cut = (text: string) => text.slice(0, text.indexOf('Latency'))

test('the other files of a version are one run, whose note names the refused file with its line', () => {
  const found = importFiles(folder({ 'oltp_insert-c8.log': cut }), options)
  expect(found.documents).toHaveLength(1)
  expect(found.documents[0]?.results.map(({ clients }) => clients)).toEqual([1, 40])
  expect(found.documents[0]?.notes).toMatch(/^1 file of this folder was refused: pg-18\.1\/oltp_insert-c8\.log:\d+: /)
  expect([found.refusedFiles, found.refusedRuns]).toEqual([['pg-18.1/oltp_insert-c8.log'], 0])
})

test('a companion file of a refused output is given to no other result', () => {
  const common = { profile: labArchive, overrides: { hardware: 'lab3' } }
  const vmstat = { path: 'pg-18.1/vmstat.log', text: VMSTAT }
  const [one] = folder()
  const alone = importWithQuestions(
    [one, vmstat].filter((file) => file !== undefined),
    common,
  )
  expect(alone.sources.get(0)).toContain(vmstat.path)
  const both = [...folder({ 'oltp_insert-c8.log': cut }).slice(0, 2), vmstat]
  const found = importWithQuestions(both, common)
  expect(found.sources.get(0)).toEqual(['pg-18.1/oltp_insert-c1.log'])
  expect(found.ignored).toMatchObject([{ path: vmstat.path, reason: expect.stringContaining('is refused') }])
})

test('an empty file is empty', () => {
  const { ignored } = importFiles([...folder(), { path: 'pg-18.1/oltp_update.log', text: ' \n' }], options)
  expect(ignored).toEqual([{ path: 'pg-18.1/oltp_update.log', reason: 'is empty' }])
})

const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 1000000  1000 500000    0    0     1     2   10   20  5  1 94  0  0
 2  0      0 1000000  1000 500000    0    0     1     2   10   20 50 10 40  0  0
 2  0      0 1000000  1000 500000    0    0     1     2   10   20 52 11 37  0  0
`
