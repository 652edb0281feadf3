import type { UploadDocument } from '@assay/domain/run/upload-document'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { canonicalDump } from '../../testing.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

/** Runs with common dimensions, each with facts that the others lack; two of them are the same run from two sources. */
const DOCUMENTS: UploadDocument[] = [
  exampleDocument({ hardware: { name: 'lab1', cores: 8 }, tests: [{ name: 'scan', order: 0 }] }),
  exampleDocument({
    version: '2.0',
    hardware: { name: 'lab1', os: 'Debian 12' },
    tests: [{ name: 'scan', order: 9, group: 'range' }],
  }),
  exampleDocument({
    version: '2.0',
    repeat: 2,
    build: { name: 'o2', compiler: 'gcc' },
    config: { name: 'small', text: 'a = 1' },
  }),
  exampleDocument({
    repeat: 3,
    config: { name: 'small', settings: { a: '1' } },
    workload: { name: 'cached', params: { tables: 8 } },
  }),
  exampleDocument({
    repeat: 3,
    config: { name: 'small', settings: { b: '2' } },
    workload: { name: 'cached', params: { rows: 1e6 } },
  }),
  exampleDocument({ repeat: 4, source: { name: 'summary A' } }),
  exampleDocument({
    repeat: 4,
    source: { name: 'summary B' },
    attachments: [{ name: 'b', sha256: 'b'.repeat(64), sizeBytes: 1 }],
  }),
  ...(['short', 'longer words', 'other words!'] as const).map((about, i) =>
    exampleDocument({
      repeat: 5 + i,
      metricNames: ['qps', 'mine'],
      metrics: [{ name: 'mine', unit: 'ms', better: 'lower', about }],
    }),
  ),
]

test('any order and repetition of uploads, even concurrent, stores the same content', async () => {
  const dumps = new Set<string>()
  let projects = 0
  const someOrder = fc.tuple(
    fc.shuffledSubarray(DOCUMENTS, { minLength: DOCUMENTS.length }),
    fc.array(fc.constantFrom(...DOCUMENTS), { maxLength: 6 }),
    fc.integer({ min: 1, max: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(someOrder, async ([order, again, atOnce]) => {
      projects += 1
      const { projectId, project } = await lab.other(`order-${projects}`)
      const queue = [...order, ...again].map((document) => asUpload(document))
      const work = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          expect(await project.runs.upload(next)).toMatchObject({ ok: true })
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      dumps.add(await canonicalDump(lab.url, projectId))
      expect(dumps.size).toBe(1)
    }),
    { numRuns: 6 },
  )
})
