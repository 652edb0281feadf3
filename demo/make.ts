import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { archivePath } from '@assay/domain/testing/archive'
import { makeSet, serialise } from './make-set.ts'
import { PUBLISHED_SETS } from './published/sets.ts'
import { RECORDED_SETS } from './recorded-sets.ts'
import { DEMO_SETS } from './sets.ts'

// Makes demo/documents from the archive beside the checkout: `npm run demo:make`. SOURCES.md says where it is all from.

const archive = archivePath('')
const target = fileURLToPath(new URL('documents/', import.meta.url))

mkdirSync(target, { recursive: true })
for (const set of DEMO_SETS) write(set.name, makeSet(set, `${archive}fixtures/`))
for (const set of PUBLISHED_SETS) write(set.name, set.make(archive))
for (const set of RECORDED_SETS) write(set.name, set.make())

function write(name: string, documents: readonly UploadDocument[]): void {
  const results = documents.reduce((count, document) => count + document.results.length, 0)
  const bytes = gzipSync(serialise(documents), { level: 9 })
  writeFileSync(`${target}${name}.json.gz`, bytes)
  process.stdout.write(`${name}: ${documents.length} runs, ${results} results, ${Math.ceil(bytes.length / 1024)} KB\n`)
}
