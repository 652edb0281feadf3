import { ensureNode } from './node.mjs'
import { ensurePackages } from './packages.mjs'

/** Prepares a bare checkout for running TypeScript: installs the right Node and all packages. */
export async function bootstrap() {
  await ensureNode()
  const began = Date.now()
  if (ensurePackages()) console.log(`packages     installed (${Math.round((Date.now() - began) / 1000)} s)`)
}
