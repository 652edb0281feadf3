// The path from the raw files through POST /uploads and Postgres to the exported table must give the published digits.

import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { packArchive } from '@assay/testing/import/pack-archive'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect } from 'vitest'

const ARCHIVE = archivePath('')
const DEMO_PROFILE = new URL('../../../../demo/profile.yaml', import.meta.url)

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

/** Uploads files below fixtures/ as one archive, as curl would, with the profile that names their machines. */
async function upload(folder: string, wanted: (path: string) => boolean): Promise<void> {
  const archive = await packArchive((tar) => {
    for (const path of readdirSync(`${ARCHIVE}fixtures/${folder}`, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!wanted(path)) continue
      tar.entry({ name: `${folder}/${path}` }, readFileSync(`${ARCHIVE}fixtures/${folder}/${path}`))
    }
  })
  const form = new FormData()
  form.set('file', new File([archive], 'results.tar.gz'))
  form.set('profile', readFileSync(DEMO_PROFILE, 'utf8'))
  const answer = await server.send('/api/v1/uploads', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

/**
 * Returns the rows of an exported comparison by `test|column`, without the baseline column, which the text table also
 * lacks.
 */
async function table(query: string): Promise<Map<string, string>> {
  const answer = await server.send(`/api/v1/projects/demo/compare?${query}&format=text`)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const columns = new Map([...text.matchAll(/^col-(\d+) : (.*)$/gm)].map(([, at, name]) => [Number(at), name ?? '']))
  const cells = new Map<string, string>()
  for (const line of text.split('\n')) {
    const values = line.split('\t')
    const name = values.pop() ?? ''
    if (values.length === 0 || values[0]?.startsWith('col-')) continue
    for (const [at, value] of values.entries()) cells.set(`${name}|${columns.get(at + 1)}`, value)
  }
  return cells
}

type Published = { key: string; value: string; repeat: string }

function readPublished(name: string): Published[] {
  const lines = readFileSync(`${ARCHIVE}published-tables/${name}.csv`, 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    // Quoted fields contain commas; no field contains a quote.
    const fields = [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,|$)/g)].map((match) => match[1] ?? match[2] ?? '')
    const [, , , , , version, config, , , , , run, , testName, , , value] = fields
    const range = testName?.includes('_range=') ? '' : '_range=100'
    return {
      key: `${testName}${range}|${version} ${config?.split(' ')[0]}_c32r128`,
      value: value ?? '',
      repeat: run === 'first' ? '1' : '2',
    }
  })
}

archiveTest('Postgres 12 to 18: every published cell, first and second run, both bases', async () => {
  await upload('sysbench-summary/oct25.sb.pg180.dell32', (path) => /^v\d\/qps\.abs\.\w+\.[ct]sv$/.test(path))
  for (const [name, base, count] of [
    ['sb-pg-12-to-18-relqps', '12.22', 512],
    ['sb-pg-17.6-to-18.0-relqps', '17.6', 192],
  ] as const) {
    const published = readPublished(name)
    expect(published).toHaveLength(count)
    for (const repeat of ['1', '2']) {
      const ours = await table(`columns=version,config&hardware=dell32&repeat=${repeat}&base=version:${base}`)
      const wanted = published.filter((cell) => cell.repeat === repeat)
      expect(wanted.map(({ key }) => [key, ours.get(key)])).toEqual(wanted.map(({ key, value }) => [key, value]))
    }
  }
})

const MYSQL = 'sysbench-raw/nov25.sb.mysql'
const COLUMNS = 'columns=version&product=MySQL&hardware=pn53&repeat=1'

/** Returns the author's table of whole numbers or ratios, by `test|version`. */
function authorsTable(file: string): Map<string, string> {
  const text = readFileSync(`${ARCHIVE}fixtures/${MYSQL}/dop1/${file}`, 'utf8')
  const digits = (label: string) => /my(\d)(\d)(\d\d)_/.exec(label)?.slice(1).map(Number).join('.') ?? label
  const columns = [...text.matchAll(/^col-\d+ : (.*)$/gm)].map((match) => digits(match[1] ?? ''))
  return new Map(
    text.split('\n').flatMap((line) => {
      const values = line.split('\t')
      const name = values.pop() ?? ''
      if (values[0] === undefined || values[0].startsWith('col-')) return []
      return values.map((value, at): [string, string] => [`${name}|${columns[at]}`, value])
    }),
  )
}

archiveTest('MySQL from raw sysbench output: QPS and, as published, every ratio', async () => {
  await upload(MYSQL, (path) => /\/sb\.(o|met)\./.test(path))
  const [absolute, relative] = [authorsTable('qps.abs.all.tsv'), authorsTable('qps.rel.all.tsv')]
  expect([absolute.size, relative.size]).toEqual([264, 231])
  const ours = await table(`${COLUMNS}&base=none&show=absolute&published=yes`)
  expect([...absolute].map(([key]) => [key, ours.get(key)])).toEqual([...absolute])
  const ratios = await table(`${COLUMNS}&base=version:5.6.51&published=yes`)
  expect([...relative].map(([key]) => [key, ratios.get(key)])).toEqual([...relative])
  const exact = await table(`${COLUMNS}&base=version:5.6.51`)
  for (const [key, value] of relative)
    expect(Math.abs(Number(exact.get(key)) - Number(value)), key).toBeLessThan(0.0101)
})

archiveTest('Postgres with raw vmstat and iostat: the archive’s metrics, and correct ones above them', async () => {
  const step = 'point-query.range100.pk1.dop40'
  await upload('sysbench-full/feb25.pg.flat', (path) => new RegExp(`sb\\.(o|vm|io)\\.${step}(\\.gz)?$`).test(path))
  const columns = 'columns=version&product=PostgreSQL&version=10.23,11.0,11.10&base=none&show=absolute'
  for (const [at, metric] of ['cs/o', 'cpu/o'].entries()) {
    const published = await table(`${columns}&metrics=${metric}&published=yes`)
    const correct = await table(`${columns}&metrics=${metric}`)
    for (const [version, folder] of [
      ['10.23', 'x.pg1023_o2nofp.x10a_c32r128.pk1'],
      ['11.0', 'x.pg110_o2nofp.x10a_c32r128.pk1'],
      ['11.10', 'x.pg1110_o2nofp.x10a_c32r128.pk1'],
    ] as const) {
      const met = readFileSync(`${ARCHIVE}fixtures/sysbench-full/feb25.pg.flat/${folder}/sb.met.${step}`, 'utf8')
      const his = met
        .trim()
        .split('\n')
        .at(-1)
        ?.split('\t')
        .at(at - 2)
      const key = `point-query_range=100|${version}`
      expect(published.get(key)).toBe(his)
      expect(Number(correct.get(key)) / Number(his)).toBeGreaterThan(1.02)
      expect(Number(correct.get(key)) / Number(his)).toBeLessThan(1.08)
    }
  }
})

archiveTest.each(['byrx', 'iobuf', 'iodir'])(
  'RocksDB on Arm, %s: each compiler relative to its first version',
  async (workload) => {
    const folder = 'dbbench-summary/dec25.dbb.gcp.8core.arm'
    await upload(folder, (path) => path === `${workload}/summary.tsv` || path.startsWith(`${workload}/sum.`))
    for (const [file, label] of [
      ['gcc', 'gcc'],
      ['clang', 'clang'],
      ['clang.lto', 'clang+LTO'],
    ] as const) {
      const [head, ...rows] = readFileSync(
        `${ARCHIVE}fixtures/${folder}/${workload}/csum.${workload}.${file}.csv`,
        'utf8',
      )
        .trim()
        .split('\n')
      const versions =
        head
          ?.split(',')
          .filter((name) => name !== '')
          .slice(1) ?? []
      const query = `columns=version&product=RocksDB&workload=${workload}&compiler=${encodeURIComponent(label)}&base=version:${versions[0]}`
      const ours = await table(query)
      for (const row of rows) {
        const [name, ...values] = row.split(',').filter((cell) => cell !== '')
        const logical = name?.replace(/\.t\d+/, '')
        const wanted = versions.slice(1).map((version, at) => [version, values[at + 1]])
        expect(
          wanted.map(([version]) => [version, ours.get(`${logical}|${version}`)]),
          `${label} ${name}`,
        ).toEqual(wanted)
      }
    }
  },
)
