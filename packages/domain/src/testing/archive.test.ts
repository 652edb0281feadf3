import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const OWN = 'packages/domain/src/testing/archive'

/** Source files below the given directories of the repository, by their path from its root. */
function sources(...directories: string[]): string[] {
  return directories.flatMap((directory) =>
    readdirSync(ROOT + directory, { recursive: true, encoding: 'utf8' })
      .map((path) => `${directory}/${path}`)
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/node_modules|\.next|\/generated\//.test(path)),
  )
}

test('the archive is reached by one module, so that no test depends on it unseen', () => {
  const others = sources('packages', 'apps', 'scripts', 'demo', 'e2e', 'chaos', 'bench')
    .filter((path) => !path.startsWith(OWN))
    .filter((path) => /['"`](?:\.\.\/)+shared\b/.test(readFileSync(ROOT + path, 'utf8')))
  expect(others).toEqual([])
})
