import { CsvMapping } from '@assay/domain/benchmarks/mapped-csv/csv-mapping'
import { describeTable } from '@assay/domain/benchmarks/mapped-csv/describe/describe-table'
import { parseMappedJson } from '@assay/domain/benchmarks/mapped-csv/mapped-json'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MapColumns } from './map-columns.tsx'
import { guessedRoles, mappingOf, missingOf, type Roles } from './mapping-roles.ts'

const TEXT = JSON.stringify({
  server: { name: 'PostgreSQL', release: '18.1' },
  results: [{ threads: 4, tests: { scan: { rate: 20.5, p99: 90 }, point: { rate: 1000, p99: 1.5 } } }],
})
const choices = describeTable(TEXT)
const [choice] = choices

test('roles that a person chose are a mapping that reads the file', () => {
  if (choice === undefined) throw new Error('the text has rows')
  const guessed = guessedRoles(choice)
  expect([guessed['^.threads']?.role, guessed['$.server.release']?.role]).toEqual(['clients', 'version'])
  const chosen: Roles = {
    ...guessed,
    '@key': { role: 'test' },
    '$.server.name': { role: 'product' },
    rate: { role: 'metric', name: 'requests/s', unit: 'requests/s', better: 'higher' },
  }
  expect(missingOf(chosen)).toBeNull()
  const mapping = CsvMapping.parse(mappingOf(choice, chosen, { benchmark: 'own' }))
  const { value, problems } = parseMappedJson(TEXT, 'own.json', mapping)
  expect(problems).toEqual([])
  expect(value?.rows).toMatchObject([
    { test: 'scan', clients: 4, fields: { version: '18.1', product: 'PostgreSQL', benchmark: 'own' } },
    { test: 'point', clients: 4, values: { 'requests/s': 1000 } },
  ])
})

test('a mapping without a metric, or with two columns of one role, is incomplete', () => {
  expect(missingOf({ a: { role: 'test' } })).toBe('At least one column is a metric.')
  const metric = { role: 'metric', name: 'x' } as const
  expect(missingOf({ a: metric, b: { role: 'test' }, c: { role: 'test' } })).toBe(
    'Two columns are the test; choose one.',
  )
  expect(
    missingOf({ a: metric, b: metric, c: { role: 'param', name: 'p' }, d: { role: 'param', name: 'q' } }),
  ).toBeNull()
})

test('files with the same columns share one table, and each column has a labeled role', () => {
  const tables = ['a.json', 'b.json'].map((file) => ({ file, choices }))
  const html = renderToStaticMarkup(
    <MapColumns tables={tables} hasRuns={false} isBusy={false} onMap={() => undefined} />,
  )
  expect(html).toContain('a.json and 1 file with the same columns: which column is what?')
  expect(html.match(/<details/g)).toHaveLength(1)
  for (const column of choice?.columns ?? []) {
    expect(html).toContain(`aria-label="Role of ${column.name.replaceAll('"', '&quot;')}"`)
  }
})
