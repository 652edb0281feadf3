import { expect, test } from 'vitest'
import type { Share } from '../../trpc/api-types.ts'
import { changeOf } from './share-change.ts'

const share: Share = {
  id: '0193b1f0-0000-7000-8000-000000000001',
  title: '17.6 to 18.0',
  name: null,
  sha256: 'a'.repeat(64),
  slug: null,
  hasSecret: true,
  hasPassword: true,
  isMasked: false,
  expiresAt: '2027-02-19T12:00:00.000Z',
  embargoUntil: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  createdBy: 'Ada',
  revokedAt: null,
  views: 0,
  lastViewAt: null,
  frameHosts: ['blog.example'],
}
const asItIs = {
  called: '17.6 to 18.0',
  days: 'keep',
  passwordIs: 'keep',
  opens: 'keep',
  frames: 'these',
  hosts: 'blog.example',
}

function filled(values: Readonly<Record<string, string>>): FormData {
  const fields = new FormData()
  for (const [name, value] of Object.entries({ ...asItIs, ...values })) fields.set(name, value)
  return fields
}

test('an unchanged form changes nothing', () => {
  expect(changeOf(share, filled({}))).toEqual({})
})

test('each field changes only its own setting', () => {
  expect(changeOf(share, filled({ called: 'For the team' }))).toEqual({ name: 'For the team' })
  expect(changeOf({ ...share, name: 'For the team' }, filled({}))).toEqual({ name: null })
  expect(changeOf(share, filled({ days: '7' }))).toEqual({ days: 7 })
  expect(changeOf(share, filled({ days: 'none' }))).toEqual({ days: null })
  expect(changeOf(share, filled({ passwordIs: 'new', password: 'four words and more' }))).toEqual({
    password: 'four words and more',
  })
  expect(changeOf(share, filled({ passwordIs: 'none' }))).toEqual({ password: null })
  expect(changeOf(share, filled({ opens: 'at', embargo: '2027-01-02T03:04' }))).toEqual({
    embargoUntil: new Date('2027-01-02T03:04').toISOString(),
  })
  expect(changeOf({ ...share, embargoUntil: '2027-01-01T00:00:00.000Z' }, filled({ opens: 'none' }))).toEqual({
    embargoUntil: null,
  })
  expect(changeOf(share, filled({ frames: 'every' }))).toEqual({ frameHosts: null })
  expect(changeOf(share, filled({ frames: 'none' }))).toEqual({ frameHosts: [] })
})

test('publishing removes the password, and derives a name from the title by default', () => {
  expect(changeOf(share, filled({ publish: 'on' }))).toEqual({ publishAs: '17-6-to-18-0', password: null })
  expect(changeOf(share, filled({ publish: 'on', slug: 'postgres-18' }))).toEqual({
    publishAs: 'postgres-18',
    password: null,
  })
})

test('unpublishing removes the name', () => {
  const published = { ...share, hasPassword: false, slug: 'postgres-18' }
  expect(changeOf(published, filled({ publish: 'on', slug: 'postgres-18' }))).toEqual({})
  expect(changeOf(published, filled({}))).toEqual({ publishAs: null })
})
