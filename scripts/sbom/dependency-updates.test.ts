import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'

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
