// The inventory of logs in docs/operations.md against the source (OWASP ASVS 16.1.1 and 16.2.3).

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')
const SOURCES = globSync(['packages/{api,db,domain}/src/**/*.ts', 'scripts/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/*.test.*', '**/testing/**', '**/generated/**'],
}).map((file) => ({ file, text: read(file) }))

const table = /^\| component \| lines \|$(.*?)\n\n/ms.exec(read('docs/operations.md'))?.[1] ?? ''
const documented = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
)

test('every component of a log line is documented, and no other one', () => {
  const used = SOURCES.flatMap(({ text }) =>
    [...text.matchAll(/\bcomponent: '([a-z-]+)'/g)].map(([, name = '']) => name),
  )
  expect(documented.toSorted()).toEqual([...new Set(used)].toSorted())
})

test('one module writes the log, to standard output and error', () => {
  const writers = SOURCES.filter(({ text }) => /from 'pino'/.test(text)).map(({ file }) => file)
  expect(writers).toEqual(['packages/api/src/observability/log.ts'])
})
