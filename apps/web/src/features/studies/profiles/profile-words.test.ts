import type { ListedProfile } from '@assay/api/profiles/list-profiles'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { exactnessText, frameText, pointsText } from '@assay/domain/run/cpu-profile/frame-text'
import { profileLabels } from '@assay/domain/run/cpu-profile/profile-label'
import { expect, test } from 'vitest'
import { flameColor } from './flame-color.ts'
import { profilesPath } from './profiles-path.ts'

const listed = (
  id: string,
  coordinates: ListedProfile['coordinates'],
  changes: Partial<ListedProfile> = {},
): ListedProfile => ({
  id,
  runId: 'run',
  resultId: 'result',
  attachment: `folder/${id}.folded`,
  sha256: 'ab',
  kind: 'folded-stacks',
  test: 'scan',
  clients: 1,
  event: null,
  unit: 'samples',
  total: 10,
  functions: 3,
  coordinates: { product: 'PostgreSQL', test: 'scan', ...coordinates },
  ...changes,
})

test('a profile is named by the dimensions in which it differs from the others', () => {
  const labels = profileLabels([
    listed('a', { version: '17.6' }),
    listed('b', { version: '18.0' }),
    listed('c', { version: '18.0' }, { kind: 'perf-report', event: 'cycles' }),
  ])
  expect([...labels.values()]).toEqual(['17.6, stacks', '18.0, stacks', '18.0, flat report of cycles'])
})

test('profiles with equal dimensions are named by their files', () => {
  const labels = profileLabels([listed('a', { version: '17.6' }), listed('b', { version: '17.6' })])
  expect([...labels.values()]).toEqual(['17.6, scan, stacks, a.folded', '17.6, scan, stacks, b.folded'])
})

test('the address contains only selected options', () => {
  const path = profilesPath('demo', DEFAULT_COMPARISON, { profile: 'x', rules: 'a = b', find: '' })
  expect(path).toContain('/p/demo/studies/profiles')
  expect(path).toContain('profile=x&rules=a+%3D+b')
  expect(path).not.toContain('find')
})

test('a frame in words, with its change where there is a base', () => {
  expect(frameText({ name: 'read', module: '[kernel]', percent: 12.345 })).toBe('read (kernel): 12.35% of samples')
  expect(frameText({ name: 'sort', module: null, percent: 5, before: 7.5 })).toBe(
    'sort: 5.00% of samples, −2.50 points from 7.50%',
  )
  expect(pointsText(-0.001)).toBe('0.00')
})

test('a function always has the same color, and no change has a neutral color', () => {
  const frame = { name: 'sort', module: null, percent: 5 }
  expect(flameColor(frame)).toBe(flameColor({ ...frame, percent: 90 }))
  expect(flameColor({ ...frame, before: 5 })).toContain(' 0%')
  expect(flameColor({ ...frame, before: 1 })).toContain('--worse-3')
  expect(flameColor({ ...frame, before: 9 })).toContain('--better-3')
})

test('a warning is shown for few samples', () => {
  expect(exactnessText(187)).toBe('a share of 10% is known to ±4.3 points')
  expect(exactnessText(10_000)).toBe('a share of 10% is known to ±0.6 points')
})
