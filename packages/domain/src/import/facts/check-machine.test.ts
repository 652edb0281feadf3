import { iostatText } from '@assay/testing/import/companion-output'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { type ImportFile, importFiles } from '../import-files.ts'
import type { ImportOverrides } from '../overrides.ts'
import { parseImportProfile } from '../profile/profile.ts'
import { SHIPPED_PROFILES } from '../profile/shipped-profiles.ts'
import { readCpuStatements } from './cpu-statements.ts'

const archive = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const onEpyc = (machine: string) =>
  unwrap(
    parseImportProfile(`schemaVersion: 1\nname: ours\nextends: archive\nmachines: [{ tokens: [epyc], ${machine} }]\n`),
  )

const output = (folder: string, cpus?: number, qps = 1_000): ImportFile => ({
  path: `${folder}/x.pg180_def.x10b_c8r32.pk1/sb.o.point-query.range100.pk1.dop4`,
  text: sysbenchText({ qps, ...(cpus === undefined ? {} : { cpus }) }),
})
const iostat = (folder: string, cpus: number): ImportFile => ({
  path: `${folder}/x.pg180_def.x10b_c8r32.pk1/sb.io.point-query.range100.pk1.dop4`,
  text: iostatText([{ reads: 1, readKb: 4 }]).replace(/\(\d+ CPU\)/, `(${cpus} CPU)`),
})
const read = (files: readonly ImportFile[], overrides: ImportOverrides = { hardware: 'box' }, profile = archive) =>
  importFiles(files, { profile, overrides })

test.each([
  ['sysbench, by its script', 'sysbench --threads=4 x run\n48 CPUs\nsysbench 1.1.0\n', [['online', 48, 2]]],
  ['one CPU', '1 CPUs\n', [['online', 1, 1]]],
  ['iostat', 'Linux 5.15.0-119-generic (host name) \t03/05/2025 \t_x86_64_\t(96 CPU)\n', [['configured', 96, 1]]],
  ['db_bench', 'RocksDB:    version 10.2\nCPU:        48 * AMD EPYC 9454P\n', [['online', 48, 2]]],
  ['Google Benchmark', '{\n "context": {\n  "num_cpus": 2,\n', [['online', 2, 3]]],
  [
    'perf',
    '# nrcpus online : 48\n# nrcpus avail : 96\n',
    [
      ['online', 48, 1],
      ['configured', 96, 2],
    ],
  ],
  ['lscpu', 'Architecture:  x86_64\nCPU(s):        96\nNUMA node0 CPU(s): 0-47\n', [['configured', 96, 2]]],
  ['CPU time', 'CPU: user: 4.38 s, system: 0.35 s\n99 CPU hours\n0 CPUs\n', []],
])('CPUs as %s prints them', (_what, text, expected) => {
  expect(readCpuStatements(text, 'f').map(({ kind, cpus, line }) => [kind, cpus, line])).toEqual(expected)
})

test('the number of logical CPUs is recorded with the run', () => {
  expect(read([output('a', 48)]).documents).toMatchObject([{ hardware: { name: 'box' }, testbed: { cpus: 48 } }])
  expect(read([output('a')]).documents[0]?.testbed).toBeUndefined()
})

test('two folders with 16 and 48 CPUs are a contradiction that names both files, both values and the next step', () => {
  const { documents, contradictions } = read([output('a', 16), output('b', 48)])
  expect(documents).toEqual([])
  expect(contradictions).toHaveLength(1)
  const [first] = contradictions
  expect(first).toMatchObject({ file: output('b').path, line: 2 })
  expect(first?.message).toContain(`prints 48 logical CPUs, but ${output('a').path}:2 prints 16 logical CPUs`)
  expect(first?.message).toContain('--set hardware=@folder')
  const split = read([output('a', 16), output('b', 48)], { hardware: '@folder' })
  expect(split.documents.map(({ hardware, testbed }) => [hardware.name, testbed?.cpus])).toEqual([
    ['a', 16],
    ['b', 48],
  ])
})

test('output and companion file of a run are compared; disabled SMT explains twice as many configured CPUs', () => {
  expect(read([output('a', 48), iostat('a', 96)])).toMatchObject({ contradictions: [], documents: [{}] })
  expect(read([output('a', 48), iostat('a', 48)]).contradictions).toEqual([])
  for (const cpus of [16, 64]) {
    const { documents, contradictions } = read([output('a', 48), iostat('a', cpus)])
    expect([documents, contradictions.length]).toEqual([[], 1])
  }
})

test('a companion file in a parent folder applies to all runs below it', () => {
  const lscpu = { path: 'set/lscpu.txt', text: 'Architecture: x86_64\nCPU(s): 16\n' }
  expect(read([output('set/a', 48), lscpu])).toMatchObject({
    documents: [],
    contradictions: [{ file: output('set/a').path }],
  })
  expect(read([output('set/a', 16), lscpu]).documents).toHaveLength(1)
  expect(read([output('other/a', 48), lscpu]).documents).toHaveLength(1)
})

test('the stated machine is compared: an 8-core machine cannot print 48 CPUs', () => {
  const { documents, contradictions } = read([output('epyc', 48)], {}, onEpyc('name: pn53, cores: 8'))
  expect(documents).toEqual([])
  expect(contradictions).toMatchObject([
    {
      file: output('epyc').path,
      line: 2,
      message: expect.stringMatching(/prints 48 logical CPUs, but 8 cores are stated/),
    },
  ])
})

test.each([
  ['cores: 48', 48, true],
  ['cores: 48', 96, true],
  ['cores: 24', 32, true], // A processor with two kinds of cores.
  ['cores: 24', 16, false],
  ['cores: 48, smt: false', 96, false],
  ['cores: 48, smt: true', 48, false],
  ['cpus: 48', 48, true],
  ['cpus: 48', 96, false],
])('a machine with %s that prints %i CPUs is possible: %s', (machine, cpus, isPossible) => {
  const { contradictions } = read([output('epyc', cpus)], {}, onEpyc(`name: epyc, ${machine}`))
  expect(contradictions.length === 0).toBe(isPossible)
})

test('SMT may differ between runs of a machine only when its number of cores is stated', () => {
  const files = [output('epyc/v1', 48), output('epyc/v2', 96)]
  expect(read(files, {}, onEpyc('name: epyc, cores: 48')).documents).toHaveLength(2)
  expect(read(files, { hardware: 'epyc' }).contradictions).toHaveLength(1)
  expect(read(files, { hardware: 'epyc', fields: { cores: '48' } }).documents).toHaveLength(2)
})

test('a stated CPU limit is recorded separately and is not mistaken for the size of the machine', () => {
  const limited = { hardware: 'epyc', fields: { cpuLimit: '16' } }
  const { documents, contradictions } = read([output('a', 16), iostat('a', 48)], limited)
  expect(contradictions).toEqual([])
  expect(documents).toMatchObject([{ testbed: { cpus: 48, cpuLimit: 16 } }])
})

test('machines of different sizes are never stored as one, in any order of files and at any depth', () => {
  const folders = fc.uniqueArray(
    fc.record({
      folder: fc.constantFrom('8core', '48core', 'hetz', 'c6i.12xlarge', 'm5d.2xlarge', 'box-1'),
      cpus: fc.option(fc.constantFrom(2, 8, 16, 48, 96), { nil: undefined }),
    }),
    { selector: ({ folder }) => folder, minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(folders, fc.constantFrom('box', '@folder', undefined), fc.boolean(), (sets, hardware, isTurned) => {
      const files = sets.map(({ folder, cpus }, i) => output(folder, cpus, 1_000 + i))
      const overrides = hardware === undefined ? {} : { hardware }
      const { documents, questions, contradictions } = read(files, overrides)
      const sizes = new Set(sets.flatMap(({ cpus }) => cpus ?? []))
      expect(questions.length > 0).toBe(hardware === undefined)
      expect(contradictions.length > 0).toBe(hardware === 'box' && sizes.size > 1)
      const isStopped = questions.length + contradictions.length > 0
      // Every rate that was read is in exactly one document, unless the import stopped and named the machine.
      const rates = documents.flatMap(({ metricNames, results }) =>
        results.map(({ values }) => values[metricNames.indexOf('qps')]),
      )
      expect(rates.sort()).toEqual(isStopped ? [] : sets.map((_, i) => 1_000 + i))
      const sizesOf = new Map<string, Set<number>>()
      for (const {
        hardware: { name },
        testbed,
      } of documents) {
        if (testbed?.cpus !== undefined) sizesOf.set(name, (sizesOf.get(name) ?? new Set()).add(testbed.cpus))
      }
      for (const found of sizesOf.values()) expect(found.size).toBe(1)
      const names = documents.map((document) => document.hardware.name)
      expect(names.every((name) => name === 'box' || sets.some(({ folder }) => folder === name))).toBe(true)
      const again = read(
        (isTurned ? files.toReversed() : files).map((file) => ({ ...file, path: `deeper/${file.path}` })),
        overrides,
      )
      const content = (all: typeof documents) => all.map(({ source: _source, ...document }) => document)
      expect(content(again.documents)).toEqual(content(documents))
    }),
    { numRuns: 200 },
  )
})
