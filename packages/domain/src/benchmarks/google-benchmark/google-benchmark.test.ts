import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseGoogleBenchmark } from './google-benchmark.ts'

const ours = (name: string) =>
  readFileSync(new URL(`../../../../../demo/raw/nov26.gbench.vm2/${name}`, import.meta.url), 'utf8')

test('times are converted to nanoseconds, and counters keep their names', () => {
  const { value, problems } = parseGoogleBenchmark(ours('gbench.json'), 'f')
  expect(value?.executable).toBe('gbench')
  expect(value?.lines.map(({ name, threads, repetition }) => [name, threads, repetition])).toContainEqual([
    'BM_Copy/65536/threads:2',
    2,
    1,
  ])
  const copy = value?.lines.find(({ name }) => name === 'BM_Copy/65536/threads:1')
  const [, micros] =
    /"run_name": "BM_Copy\/65536\/threads:1"[\s\S]*?"real_time": ([\d.e+]+)/.exec(ours('gbench.json')) ?? []
  expect(copy?.realNs).toBe(Number(micros) * 1000)
  expect(copy?.counters).toMatchObject({ buffer_kb: 64 })
  expect(problems).toEqual([])
  expect(value?.failures).toEqual([{ name: 'BM_Refused', threads: 1, reason: 'needs a database' }])
})

test('repetitions and aggregates are distinguished, and a fit has no time', () => {
  const { value } = parseGoogleBenchmark(ours('gbench.repetitions.json'), 'f')
  const sort = value?.lines.filter(({ name }) => name === 'BM_Sort/256')
  expect(sort?.map(({ repetition, aggregate }) => repetition ?? aggregate)).toEqual([
    1,
    2,
    3,
    'mean',
    'median',
    'stddev',
    'cv',
  ])
  const fit = value?.lines.find(({ aggregate }) => aggregate === 'BigO')
  expect(fit).toMatchObject({ realNs: null, cpuNs: null, counters: {} })
})

test('half a report is refused with a reason', () => {
  const text = ours('gbench.json')
  expect(parseGoogleBenchmark(text.slice(0, text.length / 2), 'f')).toEqual({
    value: null,
    problems: [
      {
        file: 'f',
        refusesRun: true,
        message:
          'is not JSON with `context` and `benchmarks`; a program that was killed leaves half of it; restore the file or run the test again',
      },
    ],
  })
})

test('an entry without a unit, or with text for a time, is a separate problem', () => {
  const text = JSON.stringify({
    context: { date: 'yesterday' },
    benchmarks: [
      { name: 'a', run_type: 'iteration', real_time: 5, cpu_time: 5 },
      { name: 'b', run_type: 'iteration', real_time: 'fast', time_unit: 'ns' },
      { name: 'c', real_time: 2, cpu_time: 1, time_unit: 's' },
    ],
  })
  const { value, problems } = parseGoogleBenchmark(text, 'f')
  expect(value?.lines).toEqual([expect.objectContaining({ name: 'c', realNs: 2e9, cpuNs: 1e9, threads: 1 })])
  expect(value?.startedAt).toBeNull()
  expect(problems.map(({ message }) => message.slice(0, 16))).toEqual(['benchmarks[0] a ', 'benchmarks[1] is'])
})
