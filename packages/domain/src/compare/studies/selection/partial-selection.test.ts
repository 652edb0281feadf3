import { expect, test } from 'vitest'
import { partialSelection } from './partial-selection.ts'

const selected = (query: string) => partialSelection(new URLSearchParams(query))

test('an address with a product or a machine alone selects a study of it', () => {
  expect(selected('product=PostgreSQL')).toEqual({ product: 'PostgreSQL' })
  expect(selected('product=PostgreSQL&hardware=pn53&version=18.0')).toMatchObject({ hardware: 'pn53', version: '18.0' })
})

test('addresses of comparisons keep their meaning', () => {
  expect(selected('')).toBeNull()
  expect(selected('rows=version&columns=workload,test&product=PostgreSQL')).toBeNull()
  expect(selected('product=MySQL&hardware=pn53&benchmark=sysbench&workload=cached')).toBeNull()
  expect(selected('product=MySQL,PostgreSQL')).toBeNull()
})
