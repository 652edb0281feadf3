import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { makeSet, serialise } from './make-set.ts'
import { DEMO_SETS } from './sets.ts'

// Makes demo/documents from the archive beside the checkout: `npm run demo:make`. SOURCES.md says where it is all from.

const archive = fileURLToPath(new URL('../../shared/data/fixtures/', import.meta.url))
const target = fileURLToPath(new URL('documents/', import.meta.url))

mkdirSync(target, { recursive: true })
for (const set of DEMO_SETS) {
  const documents = makeSet(set, archive)
  const results = documents.reduce((count, document) => count + document.results.length, 0)
  const bytes = gzipSync(serialise(documents), { level: 9 })
  writeFileSync(`${target}${set.name}.json.gz`, bytes)
  process.stdout.write(
    `${set.name}: ${documents.length} runs, ${results} results, ${Math.ceil(bytes.length / 1024)} KB\n`,
  )
}
