import { expect, test } from 'vitest'
import { formatRunQuery, nextSort, parseRunQuery } from './run-query.ts'

test('an address read and written again is the same', () => {
  const address = 'param%3Atables=8&version=17.6&version=18.0&sort=version&direction=ascending&cursor=abc'
  expect(formatRunQuery(parseRunQuery(new URLSearchParams(address)))).toBe(address)
})

test('the default order is not written', () => {
  expect(formatRunQuery(parseRunQuery(new URLSearchParams('sort=received&direction=descending')))).toBe('')
})

test('unknown dimensions are left out', () => {
  expect(parseRunQuery(new URLSearchParams('colour=red&__proto__=x&version=')).filters).toEqual({})
})

test('a second click on a header reverses the order', () => {
  const first = nextSort({ key: 'received', direction: 'descending' }, 'version')
  expect(first).toEqual({ key: 'version', direction: 'ascending' })
  expect(nextSort(first, 'version')).toEqual({ key: 'version', direction: 'descending' })
})
