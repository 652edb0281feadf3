import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companionSamples } from '../../../companion-files/companion-samples.ts'
import { averageIostat, averageIostatAsPublished } from '../../../companion-files/iostat/average-iostat.ts'
import { chooseDevice } from '../../../companion-files/iostat/choose-device.ts'
import { parseIostat } from '../../../companion-files/iostat/iostat.ts'
import { averageVmstat, averageVmstatAsPublished } from '../../../companion-files/vmstat/average-vmstat.ts'
import { parseVmstat } from '../../../companion-files/vmstat/vmstat.ts'
import type { Parsed } from '../../../parse/problem.ts'
import { redact } from '../../../parse/redact.ts'
import { parseSysbenchLoadLog } from './sysbench-load-log.ts'
import { sysbenchMetricValues, sysbenchSamples } from './sysbench-metric-values.ts'
import { parseSysbenchMetrics } from './sysbench-metrics.ts'
import { parseSysbenchOutput } from './sysbench-output.ts'
import { parseSysbenchVacuumLog } from './sysbench-vacuum-log.ts'

/** Recorded raw output. Files of the archive are added where it is present. */
const OURS = fileURLToPath(new URL('../../../../../../demo/raw/', import.meta.url))

/** A few files of each kind: the first by name that are small enough to be parsed many times. */
function sample(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return ['sb.o.', 'sb.vm.', 'sb.io.', 'sb.met.', 'sb.prepare.o', 'sb.o.pgvac', 'o.rand'].flatMap((kind) => {
    const found = files.find((name) => name.split('/').at(-1)?.startsWith(kind))
    if (found === undefined) return []
    const bytes = readFileSync(folder + found)
    return [(found.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').slice(0, 20_000)]
  })
}

const texts = [...sample(OURS), ...(hasArchive ? sample(archivePath('fixtures/sysbench-full/feb25.pg.flat/')) : [])]

type Mutation = (text: string) => string
const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(at, fc.nat(60)).map(
    ([from, length]): Mutation =>
      (text) => {
        const i = Math.floor(from * text.length)
        return text.slice(0, i) + text.slice(i + length)
      },
  ),
  fc.tuple(at, fc.nat(300)).map(
    ([from, length]): Mutation =>
      (text) => {
        const i = Math.floor(from * text.length)
        return text.slice(0, i) + text.slice(i, i + length).repeat(2) + text.slice(i + length)
      },
  ),
  fc.tuple(at, at).map(
    ([from, to]): Mutation =>
      (text) => {
        const lines = text.split('\n')
        const [a, b] = [Math.floor(from * lines.length), Math.floor(to * lines.length)]
        const [first = '', second = ''] = [lines[a], lines[b]]
        lines[a] = second
        lines[b] = first
        return lines.join('\n')
      },
  ),
  fc.tuple(at, at).map(
    ([from, to]): Mutation =>
      (text) =>
        text.slice(Math.floor(from * text.length), Math.floor(to * text.length)),
  ),
  fc
    .tuple(
      at,
      fc.constantFrom(
        '\0',
        '\r',
        '\uFEFF',
        ' ',
        '-',
        'nan',
        '1e400',
        '99999999999999999999',
        '__proto__',
        'constructor',
        ',',
        '\t',
      ),
    )
    .map(
      ([from, insert]): Mutation =>
        (text) =>
          text.slice(0, Math.floor(from * text.length)) + insert + text.slice(Math.floor(from * text.length)),
    ),
)
const mutated = fc
  .tuple(fc.constantFrom(...(texts.length > 0 ? texts : [''])), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([text, mutations]) => mutations.reduce((changed, mutate) => mutate(changed), text))

/** All numbers at any depth of a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

function check<T>(
  { value, problems, failure }: Parsed<T>,
  { text, mayBeSilent }: { text: string; mayBeSilent: boolean },
): T | null {
  const lineCount = text.split('\n').length
  for (const { file, line, message } of problems) {
    expect(file).toBe('f')
    expect(message).not.toBe('')
    if (line !== undefined) expect(line >= 1 && line <= lineCount, `line ${line} of ${lineCount}`).toBe(true)
  }
  if (value === null && failure === undefined && !mayBeSilent) expect(problems).not.toEqual([])
  expect(numbersIn(value).filter((number) => !Number.isFinite(number))).toEqual([])
  return value
}

test('no mutation makes a parser throw, return an invalid number, or return nothing without a problem', () => {
  expect(texts.length).toBeGreaterThan(0)
  fc.assert(
    fc.property(mutated, (text) => {
      const loud = { text, mayBeSilent: false }
      const output = check(parseSysbenchOutput(text, 'f'), loud)
      if (output !== null) {
        expect(output.events).toBeGreaterThan(0)
        expect(numbersIn([sysbenchMetricValues(output), sysbenchSamples(output)]).every(Number.isFinite)).toBe(true)
      }
      check(parseSysbenchMetrics(text, 'f'), loud)
      check(parseSysbenchLoadLog(text, 'f'), loud)
      check(parseSysbenchVacuumLog(text, 'f'), { text, mayBeSilent: true })
      const vmstat = check(parseVmstat(text, 'f'), loud)
      if (vmstat !== null) {
        expect(new Set(Object.values(vmstat.samples).map((column) => column.length)).size).toBe(1)
        expect(numbersIn([averageVmstat(vmstat), averageVmstatAsPublished(vmstat)]).every(Number.isFinite)).toBe(true)
      }
      const iostat = check(parseIostat(text, 'f'), loud)
      if (iostat !== null) {
        const device = chooseDevice([iostat])?.device ?? ''
        expect(
          numbersIn([averageIostat(iostat, device), averageIostatAsPublished(iostat, device)]).every(Number.isFinite),
        ).toBe(true)
      }
      const device = iostat === null ? null : (Object.keys(iostat.devices)[0] ?? null)
      const samples = companionSamples({ vmstat, iostat, device }, () => ({ intervalSeconds: 1, startSeconds: 1 }))
      expect(
        samples.every(
          ({ values }) => values.length > 0 && values.every((value) => value === null || Number.isFinite(value)),
        ),
      ).toBe(true)
      expect(redact(redact(text))).toBe(redact(text))
    }),
    { numRuns: 400 },
  )
}, 120_000)

test('no text makes a parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const parse of [parseSysbenchOutput, parseSysbenchMetrics, parseSysbenchLoadLog, parseVmstat, parseIostat]) {
        const { value, problems, failure }: Parsed<unknown> = parse(text, 'f')
        expect(value !== null || problems.length > 0 || failure !== undefined).toBe(true)
      }
      redact(text)
    }),
  )
}, 120_000)
