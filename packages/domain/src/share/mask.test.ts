import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTelling, maskNames, masksFor } from './mask.ts'

const masks = masksFor(['MySQL', 'PostgreSQL'])

test('names are masked wherever they stand, also inside other words and written otherwise', () => {
  const content = {
    title: 'MySQL 8.0 and PostgreSQL 17',
    'mysql 8.0': ['z11a_mysql', 'pg174_o2nofp', 'postgres -D /x', 'https://bugs.mysql.com/1', 'InnoDB buffer pool'],
  }
  expect(maskNames(content, masks)).toEqual({
    title: 'DBMS A 8.0 and DBMS B 17',
    'DBMS A 8.0': [
      'z11a_DBMS A',
      'DBMS B174_o2nofp',
      'DBMS B -D /x',
      'https://bugs.DBMS A.com/1',
      'DBMS A buffer pool',
    ],
  })
})

test('numbers and words that only look alike stay', () => {
  expect(maskNames({ a: 1, b: null, c: true, d: 'upgrade the page' }, masks)).toEqual({
    a: 1,
    b: null,
    c: true,
    d: 'upgrade the page',
  })
})

test('of two masked names that are each other’s other name, each keeps its own mask', () => {
  const both = masksFor(['MySQL', 'InnoDB'])
  expect(maskNames('MySQL with InnoDB', both)).toBe('DBMS A with DBMS B')
})

test('nothing that is masked can be found again', () => {
  const word = fc.constantFrom('MySQL', 'mysql', 'PostgreSQL', 'pg', 'Postgres', 'x', '_', ' ', '17', 'INNODB')
  fc.assert(
    fc.property(fc.array(word), (parts) => {
      const masked = maskNames({ text: parts.join('') }, masks)
      expect(findTelling(JSON.stringify(masked), masks)).toBeNull()
    }),
  )
  expect(findTelling('it is MYSQL', masks)).toBe('it is MYSQL')
})

test('more than 26 names have letters too', () => {
  expect(masksFor(Array.from({ length: 28 }, (_, at) => `db${at}`)).at(-1)?.shown).toBe('DBMS AB')
})
