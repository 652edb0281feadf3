import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const OWN = 'packages/testing/src/archive/archive'

/** Source files of the repository by path. */
function sources(): string[] {
  return globSync('{packages,apps,scripts,demo,e2e,chaos,bench}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/.next/**', '**/generated/**'],
  })
}

test('only one module reads the archive, so that no test depends on it by accident', () => {
  const others = sources()
    .filter((path) => !path.startsWith(OWN))
    .filter((path) => /['"`](?:\.\.\/)+shared\b/.test(readFileSync(ROOT + path, 'utf8')))
  expect(others).toEqual([])
})
