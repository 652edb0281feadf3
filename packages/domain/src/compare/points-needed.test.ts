import { expect, test } from 'vitest'
import { fromQuery } from './comparison-url.ts'
import { pointsNeeded } from './points-needed.ts'

const needed = (query: string) => pointsNeeded(fromQuery(query).comparison)

test('a base outside the filter is fetched too', () => {
  expect(needed('version=18.0&base=version:17.6')).toEqual({ version: ['18.0', '17.6'] })
  expect(needed('version=17.6,18.0&base=version:17.6')).toEqual({ version: ['17.6', '18.0'] })
})

test('what may differ between a cell and its base is not filtered', () => {
  expect(needed('columns=version,config&config=x10b&base=version:17.6')).toEqual({})
  expect(needed('columns=version,config&config=x10b&hardware=dell32&version=18.0&base=version:17.6')).toEqual({
    hardware: ['dell32'],
    version: ['18.0', '17.6'],
  })
})

test('filters on dimensions that must be equal, or that no axis shows, are kept', () => {
  expect(needed('columns=version,clients&clients=40&base=version:17.6')).toEqual({ clients: ['40'] })
  expect(needed('columns=version&config=x10b&base=version:17.6')).toEqual({ config: ['x10b'] })
})

test('other bases need what is listed', () => {
  for (const base of ['none', 'first-row', 'first-column']) {
    expect(needed(`version=18.0&base=${base}`)).toEqual({ version: ['18.0'] })
  }
})

test('a base of another benchmark has its own product, workload and parameters, on the same machine and clients', () => {
  const query =
    'columns=product,param:block_align&tables=hardware,clients,workload&benchmark=db_bench&workload=w&hardware=ser7'
  expect(needed(`${query}&param:block_align=on&base=benchmark:fio,test:randread`)).toEqual({
    benchmark: ['db_bench', 'fio'],
    hardware: ['ser7'],
  })
})
