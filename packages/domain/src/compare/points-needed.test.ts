import { expect, test } from 'vitest'
import { fromQuery } from './comparison-url.ts'
import { pointsNeeded } from './points-needed.ts'

const needed = (query: string) => pointsNeeded(fromQuery(query).comparison)

test('results of a base outside the filter are needed too', () => {
  expect(needed('version=18.0&base=version:17.6')).toEqual({ version: ['18.0', '17.6'] })
  expect(needed('version=17.6,18.0&base=version:17.6')).toEqual({ version: ['17.6', '18.0'] })
})

test('dimensions in which a base may differ from its cell are not filtered', () => {
  expect(needed('columns=version,config&config=x10b&base=version:17.6')).toEqual({})
  expect(needed('columns=version,config&config=x10b&hardware=dell32&version=18.0&base=version:17.6')).toEqual({
    hardware: ['dell32'],
    version: ['18.0', '17.6'],
  })
})

test('filters on dimensions that must be equal, or that no axis shows, apply to the base', () => {
  expect(needed('columns=version,clients&clients=40&base=version:17.6')).toEqual({ clients: ['40'] })
  expect(needed('columns=version&config=x10b&base=version:17.6')).toEqual({ config: ['x10b'] })
})

test('bases without values need only the listed results', () => {
  for (const base of ['none', 'first-row', 'first-column']) {
    expect(needed(`version=18.0&base=${base}`)).toEqual({ version: ['18.0'] })
  }
})

test('a base of another benchmark has its own product, workload and parameters, but the same machine and clients', () => {
  const query =
    'columns=product,param:block_align&tables=hardware,clients,workload&benchmark=db_bench&workload=w&hardware=ser7'
  expect(needed(`${query}&param:block_align=on&base=benchmark:fio,test:randread`)).toEqual({
    benchmark: ['db_bench', 'fio'],
    hardware: ['ser7'],
  })
})
