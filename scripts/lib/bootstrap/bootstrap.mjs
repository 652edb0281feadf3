import { ensureNode } from './node.mjs'
import { ensurePackages } from './packages.mjs'

/**
 * From a bare checkout to one whose TypeScript runs: the right Node and all packages. When it returns, both are there.
 */
export async function bootstrap() {
  await ensureNode()
  const began = Date.now()
  if (ensurePackages()) console.log(`packages     installed (${Math.round((Date.now() - began) / 1000)} s)`)
}
