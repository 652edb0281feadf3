import { expect, test } from 'vitest'
import { isOpenPage } from './is-open-page.ts'

test('a link is current on its own page and on the pages below it', () => {
  expect(isOpenPage('/p/demo/runs', { href: '/p/demo/runs', alone: false })).toBe(true)
  expect(isOpenPage('/p/demo/runs/7', { href: '/p/demo/runs', alone: false })).toBe(true)
  expect(isOpenPage('/p/demo/runs-of-old', { href: '/p/demo/runs', alone: false })).toBe(false)
})

test('a link that is marked as alone is current on its own page only', () => {
  expect(isOpenPage('/p/demo', { href: '/p/demo', alone: true })).toBe(true)
  expect(isOpenPage('/p/demo/runs', { href: '/p/demo', alone: true })).toBe(false)
})
