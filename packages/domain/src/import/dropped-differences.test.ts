import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { importFiles } from './import-files.ts'
import { parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'

// Two files whose paths differ in one word hold two results: nothing makes them one result or its repeats without a
// question.

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const seed = Number(process.env.ASSAY_TEST_SEED ?? 2915)

const read = (paths: readonly string[], threads: readonly number[] = []) => {
  const files = paths.map((path, at) => ({
    path,
    text: sysbenchOutput({ threads: threads[at] ?? 40, qps: 1_000 + 7 * at }),
  }))
  return importFiles(files, { profile, overrides: { hardware: 'box1' } })
}

/** All facts of results but their repeats. */
const facts = ({ documents }: ReturnType<typeof read>) =>
  documents.flatMap(({ product, version, build, config, workload, results }) =>
    results.map(({ test: name, clients, params }) =>
      JSON.stringify([product, version, build, config.name, workload.name, name, clients, params]),
    ),
  )

const PLACES = [
  '*/pg-18.1/oltp_insert.txt',
  'pg-18.1/*/oltp_insert.txt',
  'pg-18.1-*/oltp_insert.txt',
  '*-pg-18.1/oltp_insert_c40.log',
  'pg-18.1/oltp_insert-*.txt',
]
const word = fc.stringMatching(/^[a-z]{3,9}$/)

test(`a word in which two paths differ is a fact or a question (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), fc.uniqueArray(word, { minLength: 2, maxLength: 2 }), (place, words) => {
      const result = read(words.map((one) => place.replace('*', one)))
      if (result.questions.length === 0) expect(new Set(facts(result)).size, words.join(' ')).toBe(2)
    }),
    { seed, numRuns: 150 },
  )
})

test(`numbers that end the name of a host never make repeats of two hosts (seed ${seed})`, () => {
  const host = fc.tuple(
    word,
    fc.constantFrom('-', '_', '-pg-', ''),
    fc.constantFrom(['01', '02'], ['1', '2'], ['0', '1']),
  )
  fc.assert(
    fc.property(host, ([name, separator, numbers]) => {
      const { questions, documents } = read(
        numbers.map((n) => `host-${name}${separator}${n}/mysql-8.4.7/oltp_insert.txt`),
      )
      if (questions.length === 0) expect(new Set(documents.map(({ repeat }) => repeat ?? 1)).size).toBe(1)
    }),
    { seed, numRuns: 100 },
  )
})

test('a number after `run` that is the number of clients in every file is no repeat', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 512 }), { minLength: 2, maxLength: 5 }), (threads) => {
      fc.pre(threads.some((count) => count > 2))
      const { questions, documents } = read(
        threads.map((count) => `mysql-8.4.7/oltp_insert-run-${count}.txt`),
        threads,
      )
      expect(questions).toEqual([])
      expect(new Set(documents.map(({ repeat }) => repeat ?? 1))).toEqual(new Set([1]))
      expect(documents.flatMap(({ results }) => results.map(({ clients }) => clients)).sort()).toEqual(
        [...threads].sort(),
      )
    }),
    { seed, numRuns: 40 },
  )
})
