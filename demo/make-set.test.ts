import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { checkDocument } from '@assay/domain/run/check-document'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import { makeSet, serialize } from './make-set.ts'
import { PUBLISHED_SETS } from './published/published-sets.ts'
import { RECORDED_SETS } from './recorded-sets.ts'
import { DEMO_SETS } from './sets.ts'

const archive = archivePath('fixtures/')

const committed = (name: string) =>
  gunzipSync(readFileSync(fileURLToPath(new URL(`documents/${name}.json.gz`, import.meta.url)))).toString('utf8')
const documentsOf = (name: string) => UploadDocument.array().parse(JSON.parse(committed(name)))

archiveTest.each(DEMO_SETS.map(({ name }) => name))('%s is what `npm run demo:make` makes', (name) => {
  const set = DEMO_SETS.find((one) => one.name === name)
  expect(set && serialize(makeSet(set, archive))).toBe(committed(name))
})

test('each set has its file and no other file is there', () => {
  const files = readdirSync(fileURLToPath(new URL('documents/', import.meta.url)))
  const names = [...DEMO_SETS, ...PUBLISHED_SETS, ...RECORDED_SETS].map(({ name }) => `${name}.json.gz`)
  expect(files.sort()).toEqual(names.sort())
})

test.each(DEMO_SETS)('$name contains documents that can be uploaded, with figures and names only', ({ name }) => {
  const documents = documentsOf(name)
  expect(documents.flatMap(checkDocument)).toEqual([])
  for (const { notes, attachments, config, source, results, hardware } of documents) {
    expect({ notes, attachments, text: config.text }).toEqual({})
    expect(Object.keys(config.settings ?? {}).filter((key) => key !== 'io_method')).toEqual([])
    expect(results.filter(({ command, samples }) => command !== undefined || samples !== undefined)).toEqual([])
    expect(source?.url).toMatch(/^https:\/\/github\.com\/mdcallag\/mytools\/tree\/e1ba3d9/)
    expect(hardware.cores).toBeGreaterThan(0)
  }
})

test('the demo contains the promised data', () => {
  const ofDell = documentsOf('oct25.sb.pg180.dell32')
  expect(ofDell.map(({ version, config, repeat }) => `${version} ${config.name.slice(0, 4)} ${repeat}`)).toContain(
    '18.0 x10d 2',
  )
  const ofArm = documentsOf('dec25.dbb.gcp.8core.arm').map(({ build }) => `${build.compiler}${build.lto ? '+LTO' : ''}`)
  expect(new Set(ofArm)).toEqual(new Set(['gcc', 'clang', 'clang+LTO']))
  expect(new Set(documentsOf('dec25.dbb.clang').map(({ hardware }) => hardware.name))).toEqual(
    new Set(['pn53', 'hetz']),
  )
  const caches = documentsOf('may25.db_bench').map(
    ({ hardware, workload, results }) => `${hardware.name} ${workload.name} ${results[0]?.params?.cache_type}`,
  )
  expect(new Set(caches).size).toBe(3 * 3 * 2)
})
