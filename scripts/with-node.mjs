// node scripts/with-node.mjs SCRIPT [ARGUMENT...]: runs a TypeScript file of this checkout with the right Node version.

import { resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { bootstrap } from './lib/bootstrap/bootstrap.mjs'

await bootstrap()
// Modules that use the database import the generated client, which a fresh clone does not have yet.
const { generateClient } = await import('./start/generate-client.ts')
await generateClient(new AbortController().signal)
const [node = '', , script = '', ...args] = process.argv
process.argv = [node, resolve(script), ...args]
await import(pathToFileURL(resolve(script)).href)
