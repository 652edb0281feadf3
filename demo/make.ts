import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { archivePath } from '@assay/testing/archive/archive'
import { formatFigures } from '@assay/testing/archive/archive-figures'
import { FIGURES } from './figures.ts'
import { makeSet, serialize } from './make-set.ts'
import { PUBLISHED_SETS } from './published/published-sets.ts'
import { makeExperiment, RECORDED_EXPERIMENTS } from './recorded-experiments.ts'
import { RECORDED_SETS } from './recorded-sets.ts'
import { DEMO_SETS } from './sets.ts'

// Creates demo/figures, demo/documents and demo/experiments from the archive next to the checkout: `npm run demo:make`. SOURCES.md lists
// the sources.

const archive = archivePath('')
const target = fileURLToPath(new URL('documents/', import.meta.url))
const experiments = fileURLToPath(new URL('experiments/', import.meta.url))

mkdirSync(target, { recursive: true })
for (const { name, source, read } of FIGURES) writeFigures(name, formatFigures(source, read()))
for (const set of DEMO_SETS) write(set.name, makeSet(set, `${archive}fixtures/`))
for (const set of PUBLISHED_SETS) write(set.name, set.make())
for (const set of RECORDED_SETS) write(set.name, set.make())
mkdirSync(experiments, { recursive: true })
for (const name of RECORDED_EXPERIMENTS) {
  writeFileSync(`${experiments}${name}.json.gz`, gzipSync(JSON.stringify(makeExperiment(name)), { level: 9 }))
}

function writeFigures(name: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`figures/${name}.tsv`, import.meta.url)), text)
  process.stdout.write(`${name}: ${text.split('\n').length - 1} lines\n`)
}

function write(name: string, documents: readonly UploadDocument[]): void {
  const results = documents.reduce((count, document) => count + document.results.length, 0)
  const bytes = gzipSync(serialize(documents), { level: 9 })
  writeFileSync(`${target}${name}.json.gz`, bytes)
  process.stdout.write(`${name}: ${documents.length} runs, ${results} results, ${Math.ceil(bytes.length / 1024)} KB\n`)
}
