import { expect, test } from 'vitest'
import type { ProductStrips, ReleaseStrip } from './release-strips.ts'
import { alignStrips } from './strip-columns.ts'

const strip = (hardware: string, versions: readonly string[]): ReleaseStrip => ({
  ...{ product: 'PostgreSQL', hardware, benchmark: 'sysbench', workloads: ['cached'] },
  cells: versions.map((version) => ({ kind: 'first', version, previous: null })),
})
const product = (name: string, strips: readonly ReleaseStrip[]): ProductStrips => ({
  product: name,
  versions: [...new Set(strips.flatMap(({ cells }) => cells.map(({ version }) => version)))],
  strips,
})
const versionsOf = (groups: ReturnType<typeof alignStrips>['aligned'][number]['groups'] | undefined) =>
  groups?.map((group) => group.map((cell) => cell?.version ?? '-').join(' '))

test('strips are aligned by major version, and a machine with fewer releases has gaps before them', () => {
  const strips = [strip('lab1', ['16.10', '18.0', '18.1']), strip('lab2', ['17.6', '18.1'])]
  const { columns, aligned, isCut } = alignStrips(product('PostgreSQL', strips), 16)
  expect(columns).toEqual([
    { label: '16', slots: 1 },
    { label: '17', slots: 1 },
    { label: '18', slots: 2 },
  ])
  expect(aligned.map(({ groups }) => versionsOf(groups))).toEqual([
    ['16.10', '-', '18.0 18.1'],
    ['-', '17.6', '- 18.1'],
  ])
  expect(isCut).toBe(false)
})

test('the oldest releases are left out, never the newest', () => {
  const versions = ['9.0', '10.1', '10.2', '10.3', '10.4', '10.5', '10.6']
  const { columns, aligned, isCut } = alignStrips(product('RocksDB', [strip('lab1', versions)]), 3)
  expect(columns.map(({ label }) => label)).toEqual(['10.4', '10.5', '10.6'])
  expect(versionsOf(aligned[0]?.groups)).toEqual(['10.4', '10.5', '10.6'])
  expect(isCut).toBe(true)
})
