import type { FindingChange, FindingFacts } from '@assay/domain/findings/finding'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const change = (ratio: number): FindingChange => ({
  ...{ benchmark: 'sysbench', workload: 'cached', test: 'scan', group: null, clients: '1', metric: 'qps', line: '' },
  ...{ value: 100 * ratio, baseValue: 100, ratio, low: null, high: null, runIds: [], baseRunIds: [] },
})
const facts = (to: string, medianRatio = 0.8, hardware = 'pn53'): FindingFacts => ({
  product: 'MySQL',
  from: '5.7.44',
  to,
  hardware,
  direction: medianRatio < 1 ? 'worse' : 'better',
  changes: [change(medianRatio)],
  judged: 10,
  medianRatio,
  cause: null,
  agree: [hardware],
  of: [hardware],
})
const everything = FindingFilters.parse({})
const listed = async () => (await lab.project.findings.list(everything, 100)).map(({ to, state }) => `${to} ${state}`)

test('concurrent workers with the same findings store each finding once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => lab.project.findings.replace('MySQL', [facts('8.0.44'), facts('8.4.7', 1.3)])),
  )
  expect(answers.flat()).toHaveLength(2)
  expect((await listed()).sort()).toEqual(['8.0.44 new', '8.4.7 new'])
  const [first] = await lab.project.findings.list(everything, 1)
  expect((await lab.project.findings.find(first?.id ?? ''))?.events.map(({ kind }) => kind)).toEqual(['found'])
})

test('triage by people stays when a finding is found again, and when it is not', async () => {
  const { findings } = lab.project
  const id = (await findings.list({ ...everything, direction: ['worse'] }, 1))[0]?.id ?? ''
  expect(await findings.act(id, 'confirm', { note: 'seen on two machines', knownBug: 'mysql-1' })).toBe('done')
  expect(await findings.act(id, 'confirm', { note: null, knownBug: null })).toBe('not from here')
  await findings.replace('MySQL', [facts('8.0.44', 0.7)])
  expect(await findings.find(id)).toMatchObject({
    state: 'confirmed',
    knownBug: 'mysql-1',
    medianRatio: 0.7,
    active: true,
  })
  // The other finding was deleted, because no person had changed it.
  expect(await listed()).toEqual(['8.0.44 confirmed'])
  await findings.replace('MySQL', [])
  expect(await listed()).toEqual([])
  expect(await findings.find(id)).toMatchObject({ active: false, state: 'confirmed' })
  await findings.replace('MySQL', [facts('8.0.44')])
  expect(await listed()).toEqual(['8.0.44 confirmed'])
})

test('later data fix and reopen a finding', async () => {
  const { findings } = lab.project
  const id = (await findings.list(everything, 1))[0]?.id ?? ''
  expect(await findings.applyTransition(id, 'recovered', '9.0.0')).toBe(true)
  expect(await findings.applyTransition(id, 'recovered', '9.0.0')).toBe(false)
  expect(await findings.find(id)).toMatchObject({ state: 'fixed', fixedIn: '9.0.0' })
  expect(await findings.applyTransition(id, 'relapsed', '9.1.0')).toBe(true)
  const found = await findings.find(id)
  expect(found).toMatchObject({ state: 'new', fixedIn: null })
  expect(found?.events.map(({ kind, note }) => [kind, note]).slice(-2)).toEqual([
    ['recovered', 'in 9.0.0'],
    ['relapsed', 'in 9.1.0'],
  ])
})

test('filters narrow the list, and another project sees no finding', async () => {
  const { findings } = lab.project
  await findings.replace('MySQL', [facts('8.0.44'), facts('8.0.44', 0.97, 'ser7'), facts('8.4.7', 1.2)])
  const count = async (filters: Partial<FindingFilters>) =>
    (await findings.list({ ...everything, ...filters }, 100)).length
  expect(await count({ hardware: ['pn53'] })).toBe(2)
  expect(await count({ direction: ['better'] })).toBe(1)
  expect(await count({ least: 0.05 })).toBe(2)
  expect(await count({ product: ['Postgres'] })).toBe(0)
  const other = await lab.other('other')
  const id = (await findings.list(everything, 1))[0]?.id ?? ''
  expect(await other.project.findings.find(id)).toBeNull()
  expect(await other.project.findings.note(id, 'x')).toBe(false)
  expect(await other.project.findings.act(id, 'dismiss', { note: null, knownBug: null })).toBe('not there')
})

test('findings that single steps explain are listed on request and counted separately', async () => {
  const { project } = await lab.other('steps')
  const long = facts('9.5.0', 0.8)
  const byStep = { from: '5.7.44', to: '8.0.44' }
  const explained = { ...long, changes: long.changes.map((one) => ({ ...one, byStep })) }
  await project.findings.replace('MySQL', [facts('8.0.44'), explained])
  const tos = async (filters: Partial<FindingFilters> = {}) =>
    (await project.findings.list({ ...everything, ...filters }, 100)).map(({ to }) => to)
  expect(await tos()).toEqual(['8.0.44'])
  expect(await tos({ explained: true })).toEqual(['8.0.44', '9.5.0'])
  expect(await project.findings.counts()).toMatchObject([{ count: 1, explained: 1 }])
})

test('a finding that continues with a newer version keeps its triage and is found once', async () => {
  const { project } = await lab.other('slide')
  const { findings } = project
  const only = async () => (await findings.list(everything, 1))[0]
  const kinds = async (id = '') => (await findings.find(id))?.events.map(({ kind }) => kind)
  await findings.replace('MySQL', [facts('8.0.41', 0.93)])
  await findings.act((await only())?.id ?? '', 'acknowledge', { note: null, knownBug: null })
  await findings.replace('MySQL', [facts('8.0.42', 0.92)])
  expect(await only()).toMatchObject({ to: '8.0.42', state: 'acknowledged' })
  expect(await kinds((await only())?.id)).toEqual(['continued'])
  await findings.replace('MySQL', [facts('8.0.43', 0.9)])
  expect(await only()).toMatchObject({ to: '8.0.43', state: 'acknowledged' })
  // The value is now 5% further than the one that was notified.
  await findings.replace('MySQL', [facts('8.0.44', 0.87)])
  expect(await only()).toMatchObject({ to: '8.0.44', state: 'new' })
  expect(await kinds((await only())?.id)).toEqual(['found'])
})
