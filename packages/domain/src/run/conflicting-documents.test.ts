import { expect, test } from 'vitest'
import { conflictingDocuments } from './conflicting-documents.ts'
import type { UploadDocument } from './upload-document.ts'

const run = (qps: number, changes: Partial<UploadDocument> = {}): UploadDocument => ({
  schemaVersion: 1,
  product: 'PostgreSQL',
  version: '18.0',
  build: { name: 'o2' },
  config: { name: 'x10b' },
  hardware: { name: 'laptop' },
  benchmark: { name: 'sysbench' },
  workload: { name: 'cached' },
  metricNames: ['qps'],
  results: [{ test: 'scan', clients: 8, values: [qps] }],
  ...changes,
})

test('two values of one result are a conflict that names both', () => {
  expect(conflictingDocuments([run(100), run(900, { version: '17.0' }), run(250)])).toEqual([
    { first: 0, second: 2, test: 'scan', clients: 8, metric: 'qps', values: [100, 250] },
  ])
})

test('load steps, which each number of clients executes again, are not conflicts', () => {
  const load = (rate: number): Partial<UploadDocument> => ({
    tests: [{ name: 'prepare', role: 'load' }],
    results: [{ test: 'prepare', clients: 1, values: [rate] }],
  })
  expect(conflictingDocuments([run(1, load(121951)), run(1, load(123076))])).toEqual([])
})

test('equal and rounded values, other repeats and other machines are not conflicts', () => {
  const others = [run(7796), run(7796.41), run(1, { repeat: 2 }), run(2, { hardware: { name: 'server' } })]
  expect(conflictingDocuments(others)).toEqual([])
})
