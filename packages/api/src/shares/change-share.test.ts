import { scopeOf } from '@assay/db/open'
import { type ShareLab, startShareLab } from '@assay/testing/server/share-lab'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { changeShare } from './change-share.ts'

let lab: ShareLab
beforeAll(async () => {
  lab = await startShareLab()
})
afterAll(() => lab.server.stop())

/** Stands for a password; hashing it fails, because a hash begins with the normal form of the text. */
const unhashable = {
  normalize() {
    throw new Error('it was hashed')
  },
} as unknown as string

const change = (access: Pick<ProjectAccess, 'role'>, id: string, input: Parameters<typeof changeShare>[3]) => {
  const { project, services } = lab
  return changeShare(services, { ...access, project, queries: services.db.in(scopeOf(project)) }, id, input)
}

test('a password is hashed only for an open link that may have one, and for a role that may set it', async () => {
  const { id } = await lab.create()
  const published = await lab.create({ publishAs: 'numbers' })
  const revoked = await lab.create()
  await lab.author.shares.revoke({ project: 'lab', id: revoked.id })
  const author = { role: 'author' as const }
  const password = unhashable
  await expect(change(author, id, { password })).rejects.toThrow('it was hashed')

  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(await change(author, nowhere, { password })).toMatchObject({ error: { code: 'not-found' } })
  expect(await change(author, revoked.id, { password })).toMatchObject({ error: { code: 'not-found' } })
  expect(await change(author, published.id, { password })).toMatchObject({ ok: false })
  expect(await change(author, id, { password, publishAs: 'more' })).toMatchObject({ ok: false })
  expect(await change({ role: 'viewer' }, id, { password })).toMatchObject({ error: { code: 'role-missing' } })
})
