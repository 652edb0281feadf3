// node scripts/with-node.mjs SCRIPT [ARGUMENT...]: runs a TypeScript file of this checkout, whatever Node the machine has.

import { resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { bootstrap } from './lib/bootstrap/bootstrap.mjs'

await bootstrap()
// Whatever reaches the database imports the generated client, which a fresh clone has not got yet.
const { generateClient } = await import('./start/generate-client.ts')
await generateClient(new AbortController().signal)
const [node = '', , script = '', ...args] = process.argv
process.argv = [node, resolve(script), ...args]
await import(pathToFileURL(resolve(script)).href)
