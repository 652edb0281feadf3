import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_KINDS, WITHOUT_PICTURE } from './page-kinds.ts'

const app = join(import.meta.dirname, '../../apps/web/src/app')
const routes = globSync('**/page.tsx', { cwd: app }).map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`)
const pictured = new Set(PAGE_KINDS.map(({ route }) => route))
const isExcused = (route: string): boolean =>
  Object.keys(WITHOUT_PICTURE).some((known) => (known.endsWith('/') ? route.startsWith(known) : route === known))

test('each kind of page has a picture or a reason to have none', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => route !== '/' && !pictured.has(route) && !isExcused(route))).toEqual([])
})

test('each picture is of an existing page and has a name of its own', () => {
  expect([...pictured].filter((route) => !routes.includes(route))).toEqual([])
  expect(new Set(PAGE_KINDS.map(({ name }) => name)).size).toBe(PAGE_KINDS.length)
})
