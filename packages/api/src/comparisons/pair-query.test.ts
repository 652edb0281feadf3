import { randomUUID } from 'node:crypto'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function openLab(project: string, runs: readonly Parameters<typeof exampleDocument>[0][]) {
  const { token } = await server.addProject(project)
  for (const changes of runs) {
    const answer = await server.send(`/api/v1/runs/${randomUUID()}`, {
      method: 'PUT',
      body: JSON.stringify(exampleDocument(changes)),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(201)
  }
  return createCaller({ services: server.services, caller: anonymous }).comparisons
}

test('the two newest versions are compared, and configs that differ have columns of their own', async () => {
  const comparisons = await openLab('pairs', [
    { version: '16.10' },
    { version: '17.6' },
    { version: '18.0' },
    { version: '18.0', config: { name: 'another' } },
    { version: '19.0', hardware: { name: 'alone' } },
  ])
  const { options, usual } = await comparisons.pairs({ project: 'pairs' })
  expect(options.map(({ versions }) => versions)).toEqual([['18.0', '17.6', '16.10']])
  expect(usual).toMatchObject({ from: '17.6', to: '18.0' })

  const query = await comparisons.pair({ project: 'pairs', pair: null })
  const { comparison, problems } = fromQuery(query ?? '')
  expect(problems).toEqual([])
  expect(comparison.columns).toEqual(['version', 'config'])
  expect(comparison.filters.version).toEqual(['17.6', '18.0'])
  // Worst first by the last column, which is the newest candidate.
  expect(comparison.sort).toEqual({ kind: 'column', column: 2, direction: 'ascending' })
  const { grid } = await comparisons.grid({ project: 'pairs', query: query ?? '' })
  expect(grid.tables.map(({ columns }) => columns.map(({ isBase }) => isBase))).toEqual([[true, false, false]])
})

test('versions that never ran on one machine are not a pair, and a project without two versions has none', async () => {
  const comparisons = await openLab('no-pairs', [{ version: '1.0' }, { version: '2.0', hardware: { name: 'other' } }])
  const product = exampleDocument({}).product
  expect(await comparisons.pair({ project: 'no-pairs', pair: { product, from: '1.0', to: '2.0' } })).toBeNull()
  expect(await comparisons.pair({ project: 'no-pairs', pair: null })).toBeNull()
  expect(await comparisons.pairs({ project: 'no-pairs' })).toEqual({ options: [], usual: null })
})

test('all versions are compared in one environment, and no cell mixes results that differ', async () => {
  const product = exampleDocument({}).product
  const comparisons = await openLab('releases', [
    { version: '16.10' },
    { version: '17.6', config: { name: 'another' } },
    { version: '18.0' },
    { version: '18.0', config: { name: 'another' } },
    { version: '17.6', hardware: { name: 'small' } },
    { version: '18.0', hardware: { name: 'small' } },
  ])
  for (const from of [undefined, '16.10']) {
    const query = (await comparisons.pair({ project: 'releases', pair: { product, from, to: null } })) ?? ''
    const { comparison, grid } = await comparisons.grid({ project: 'releases', query })
    expect(comparison).toMatchObject({ columns: ['version', 'config'], filters: { product: [product] } })
    expect(comparison.filters.hardware).toHaveLength(1)
    expect(grid.tables[0]?.columns.map(({ values: [version] }) => version)).toEqual(['16.10', '17.6', '18.0', '18.0'])
    expect(grid.warnings.map(({ code }) => code)).not.toContain('hidden-dimension-mixed')
  }
  const other = { product, from: '16.10', to: null, hardware: 'small' } as const
  expect(await comparisons.pair({ project: 'releases', pair: other })).toContain('base=version:16.10')
  expect(await comparisons.pair({ project: 'releases', pair: { product, from: '1.0', to: null } })).toBeNull()
})

test('all releases are divided by a version that has results for the compiler of every column', async () => {
  const product = exampleDocument({}).product
  const builtWith = (version: string, ...compilers: string[]) =>
    compilers.map((compiler) => ({ version, build: { compiler } }))
  const comparisons = await openLab('compilers', [
    ...builtWith('16.10', 'gcc', 'clang', 'icc'),
    ...builtWith('17.6', 'gcc', 'clang', 'icc'),
    ...builtWith('18.0', 'clang', 'icc'),
  ])
  const baseOf = async (from: string) =>
    fromQuery((await comparisons.pair({ project: 'compilers', pair: { product, from, to: null } })) ?? '').comparison
      .base
  expect(await baseOf('18.0')).toEqual({ kind: 'values', values: { version: '16.10' } })
  expect(await baseOf('17.6')).toEqual({ kind: 'values', values: { version: '17.6' } })
  const query = (await comparisons.pair({ project: 'compilers', pair: { product, from: '18.0', to: null } })) ?? ''
  const { grid } = await comparisons.grid({ project: 'compilers', query })
  expect(grid.warnings.map(({ code }) => code)).not.toContain('ambiguous-base')
  expect(grid.tables[0]?.columns).toHaveLength(8)
})
