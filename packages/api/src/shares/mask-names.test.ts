import { exampleDocument } from '@assay/testing/server/example-document'
import { COMPARISON, type ShareLab, startShareLab } from '@assay/testing/server/share-lab'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportShare } from './export-share.ts'
import { reproduceShare } from './open-share.ts'

let lab: ShareLab

beforeAll(async () => {
  lab = await startShareLab()
})
afterAll(() => lab.server.stop())

test('masked names are not in any export', async () => {
  const { secret } = await lab.create({ title: 'MySQL, and MYSQL again', masks: {} })
  const opened = await lab.open(secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const leaving = [
    JSON.stringify(opened.share),
    ...(['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) =>
      exportShare(opened.share, format, { origin: 'http://x', href: 'http://x/s' }),
    ),
  ]
  for (const text of leaving) expect(text.toLowerCase()).not.toContain('mysql')
  expect(opened.share.content.title).toBe('DBMS A, and DBMS A again')
  expect((await reproduceShare(lab.services, opened.found, opened.share.content))[0]?.kind).toBe('reproduced')
  const named = await lab.open((await lab.create({ masks: { MySQL: 'System X' }, maskVersions: false })).secret)
  if (named.kind !== 'open') throw new Error(named.kind)
  expect(named.share.content.title).toBe('System X 17.6 to 18.0')
})

test('masks can exempt products and cover versions and builds; a preview shows the same', async () => {
  const masking = { masks: { MySQL: 'System X' }, maskVersions: true, maskBuilds: true }
  const share = { title: 'MySQL 17.6 to 18.0', what: COMPARISON, ...masking }
  const seen = await lab.author.shares.preview({ project: 'lab', share })
  expect(seen.title).toBe('System X v1 to v2')
  expect(seen.figures[0]?.runs.map(({ build }) => build)).toEqual(['build 1', 'build 1'])
  const before = (await lab.author.shares.list({ project: 'lab' })).length
  const opened = await lab.open((await lab.create(masking)).secret)
  if (opened.kind !== 'open') throw new Error(opened.kind)
  expect({ ...opened.share.content, sharedAt: '' }).toEqual({ ...seen, sharedAt: '' })
  expect((await lab.author.shares.list({ project: 'lab' })).length, 'only the link is stored').toBe(before + 1)
  expect((await reproduceShare(lab.services, opened.found, opened.share.content))[0]?.kind).not.toBe('gone')

  expect(await lab.author.shares.products({ project: 'lab', what: COMPARISON })).toEqual([
    { product: 'MySQL', versions: ['17.6', '18.0'], builds: ['o2nofp'] },
  ])
  const preview = await lab.author.shares.preview({ project: 'lab', share: { ...share, tell: ['MySQL'] } })
  expect(preview).toMatchObject({ title: 'MySQL 17.6 to 18.0', isMasked: false })
  await expect(
    lab.author.shares.preview({ project: 'lab', share: { ...share, masks: { MySQL: 'not MySQL' } } }),
  ).rejects.toThrow(/can still be read/)
})

test('the name of a base that is in no cell is masked too', async () => {
  await lab.runner.runs.upload({
    onConflict: 'replace',
    document: exampleDocument({
      runId: crypto.randomUUID(),
      product: 'RocksDB',
      version: '10.8.3',
      config: { name: 'rocksdb_x' },
      metricNames: ['qps'],
      tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
      results: [{ test: 'scan', clients: 1, values: [500] }],
    }),
  })
  const query = 'columns=product,version,config&base=version:10.8.3&product=MySQL&version=17.6'
  const what = { kind: 'comparison' as const, query, study: null }
  const share = { title: 'MySQL vs another', what, masks: {}, maskVersions: true }
  const seen = JSON.stringify(await lab.author.shares.preview({ project: 'lab', share }))
  expect(seen).toContain('DBMS B')
  for (const name of ['rocks', 'mysql', '10.8.3', '"17.6"']) expect(seen.toLowerCase()).not.toContain(name)
})

test('masks without a product are an error, and an empty mask masks every product', async () => {
  const shareWith = (masking: object) =>
    lab.author.shares.preview({ project: 'lab', share: { title: 'Masked', what: COMPARISON, ...masking } })
  expect(JSON.stringify(await shareWith({ masks: {} }))).not.toContain('MySQL')
  await expect(shareWith({ masks: { MariaDB: 'X' } })).rejects.toThrow(
    /names MariaDB, which is not among the shared products/,
  )
})
