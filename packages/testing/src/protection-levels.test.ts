// The levels of protection in docs/security.md (OWASP ASVS 14.1) against the schema.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Columns of each table, as the database names them. */
const TABLES = new Map(
  [...read('prisma/schema.prisma').matchAll(/^model (\w+) \{$(.*?)^\}$/gms)].map(([, model = '', body = '']) => {
    const columns = [...body.matchAll(/^ {2}(\w+) +\w.*?(?:@map\("(\w+)"\).*)?$/gm)]
    return [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? model, columns.map(([, name = '', stored]) => stored ?? name)]
  }),
)

const section = /^## Levels of protection$(.*?)^## /ms.exec(read('docs/security.md'))?.[1] ?? ''
const LEVELS = new Map(
  [...section.matchAll(/^- (\w+): ((?:.|\n {2})+)$/gm)].map(([, level = '', names = '']) => [
    level,
    names.split(/,\s+/),
  ]),
)

/** Hashes of secrets and encrypted secrets; other hashes name contents. */
const OF_SECRET = /^(?:secret_|password|client_secret|token_(?:sha256|hmac)|key_sha256|code_hmac|state_sha256)|_sealed$/

test('every table has one level of protection', () => {
  expect([...LEVELS.keys()]).toEqual(['secret', 'personal', 'confidential', 'operational'])
  expect([...LEVELS.values()].flat().toSorted()).toEqual([...TABLES.keys()].toSorted())
})

test('a table with a hash of a secret, or with an encrypted one, has the level secret', () => {
  const holding = [...TABLES].filter(([, columns]) => columns.some((column) => OF_SECRET.test(column)))
  expect(holding.length).toBeGreaterThan(10)
  expect(holding.map(([table]) => table).filter((table) => LEVELS.get('secret')?.includes(table) !== true)).toEqual([])
})

test('a table with the level confidential belongs to a project', () => {
  const tables = LEVELS.get('confidential') ?? []
  expect(tables.filter((table) => TABLES.get(table)?.includes('project_id') !== true)).toEqual([])
})
