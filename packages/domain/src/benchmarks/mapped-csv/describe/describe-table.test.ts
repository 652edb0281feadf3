import { expect, test } from 'vitest'
import { describeTable } from './describe-table.ts'

const summary = (text: string) =>
  describeTable(text).map(({ rows, rowCount, columns }) => ({
    rows,
    rowCount,
    columns: columns.map(({ name, guess }) => [name, typeof guess === 'object' ? (guess?.metric ?? null) : guess]),
  }))

test('a list of objects inside of JSON is offered first, with the values around its rows', () => {
  const text = JSON.stringify({
    server: { name: 'pg', release: '18.1' },
    results: [
      {
        threads: 8,
        tests: {
          'point-query': { rate: 1000.5, latency: { 'p99.9': 1.5 } },
          scan: { rate: 7, latency: { 'p99.9': 2 } },
        },
      },
    ],
  })
  const [first] = summary(text)
  expect(first).toMatchObject({ rows: '$.results[*].tests[*]', rowCount: 2 })
  expect(first?.columns).toEqual([
    ['rate', 'rate'],
    ['latency["p99.9"]', null],
    ['@key', null],
    ['^.threads', 'clients'],
    ['$.server.name', null],
    ['$.server.release', 'version'],
  ])
})

test('headings of CSV are columns with examples and guesses', () => {
  const [table] = describeTable('release;users;score;p95 (ms)\n18.0;8;7;1.5\n18.1;8;9;1.4\n')
  expect(table).toMatchObject({
    separator: ';',
    rowCount: 2,
    columns: [
      { name: 'release', examples: ['18.0', '18.1'], guess: 'version' },
      { name: 'users', examples: ['8'], guess: 'clients' },
      { name: 'score', examples: ['7', '9'], isNumber: true, guess: null },
      { name: 'p95 (ms)', guess: { metric: 'latency_ms_p95' } },
    ],
  })
})

test('a document on each line is a row', () => {
  expect(summary('{"op":"read","rate":1}\n{"op":"write","rate":2}\n')).toEqual([
    {
      rows: '$',
      rowCount: 2,
      columns: [
        ['op', 'test'],
        ['rate', 'rate'],
      ],
    },
  ])
})

test.each(['{"a": ', '[]', '{}', '[1, 2]', '"text"', 'a;b', '{"name": "no number"}'])('%s is not a table', (text) => {
  expect(describeTable(text)).toEqual([])
})
