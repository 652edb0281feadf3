import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { AUDIT_LEVEL } from '../test/audit-packages.ts'

/** The file that says which package is described by each ecosystem. */
const MANIFESTS: Record<string, string> = { npm: 'package.json', docker: 'Dockerfile', gomod: 'go.mod' }

const Updates = z.object({
  version: z.literal(2),
  updates: z.array(
    z.object({
      'package-ecosystem': z.string(),
      directory: z.string(),
      schedule: z.object({ interval: z.enum(['daily', 'weekly']) }),
    }),
  ),
})

test('updates of packages and of the image are proposed at least once a week', () => {
  const { updates } = Updates.parse(parse(readFileSync(join(ROOT, '.github/dependabot.yml'), 'utf8')))
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(expect.arrayContaining(['npm', 'docker']))
  for (const { 'package-ecosystem': ecosystem, directory } of updates) {
    expect(existsSync(join(ROOT, directory, MANIFESTS[ecosystem] ?? ecosystem)), `${ecosystem} in ${directory}`).toBe(
      true,
    )
  }
})

/** Severities of known vulnerabilities, as `pnpm audit` names them. */
const SEVERITIES = ['low', 'moderate', 'high', 'critical']

test('the documented times for fixes are those of the severities that fail the audit, shorter for worse ones', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').replaceAll('\n', ' ')
  const days = new Map(
    [...text.matchAll(/within (\d+) days when it is (\w+)/g)].map(([, count, name]) => [name, Number(count)]),
  )
  const failing = SEVERITIES.slice(SEVERITIES.indexOf(AUDIT_LEVEL))
  expect([...days.keys()].toSorted()).toEqual(failing.toSorted())
  const times = failing.map((name) => days.get(name) ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  // Updates are proposed weekly, so that each arrives within the shortest time.
  expect(Math.min(...times)).toBeGreaterThanOrEqual(7)
})
