import { gzipSync } from 'node:zlib'
import { scopeOf } from '@assay/db/open'
import { addPerson, queryAsOwner } from '@assay/db/testing'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { createCaller } from '../router.ts'
import { applyRetention } from './apply-retention.ts'

const SAMPLES = 60
const DAY_MS = 86_400_000

let server: TestServer
/** Days that have passed since the uploads. */
let age = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(Date.now() + age * DAY_MS) })
})
afterAll(() => server.stop())

async function lab(slug: string) {
  const { project, token } = await server.addProject(slug)
  const id = await addPerson(server.url, `owner-${slug}`, { organizations: { [project.organization.id]: 'owner' } })
  const owner = createCaller({ services: server.services, caller: personNamed(`owner-${slug}`, id) })
  const author = createCaller({ services: server.services, caller: tokenOf(project, ['read', 'write']) })
  const queries = server.db.in(scopeOf(project))
  const upload = async (version: string, file: string) => {
    const runId = crypto.randomUUID()
    const contentGzipBase64 = gzipSync(file).toString('base64')
    const attachment = { name: `${file}.log`, sha256: sha256Hex(file), sizeBytes: file.length, contentGzipBase64 }
    const [first, ...others] = exampleDocument({ version }).results
    const samples = [
      {
        metric: 'qps',
        intervalSeconds: 1,
        values: Array.from({ length: SAMPLES }, (_, second) => 1_000 + 50 * second),
      },
    ]
    const document = {
      ...exampleDocument({ version }),
      results: [{ ...first, samples }, ...others],
      attachments: [attachment],
    }
    const answer = await server.send(`/api/v1/runs/${runId}`, {
      method: 'PUT',
      body: JSON.stringify(document),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return runId
  }
  const stored = async (runId: string) => {
    const run = await queries.runs.find(runId)
    return {
      files: (await queries.attachments.list(runId)).length,
      samples: run?.results.flatMap((one) => one.samples).length,
    }
  }
  return { project, owner, author, queries, upload, stored }
}

test('raw files and samples are deleted after their days, and values, flags and other projects keep theirs', async () => {
  age = 0
  const { project, owner, queries, upload, stored } = await lab('pruned')
  const other = await lab('unlimited')
  const [run, retained] = [await upload('17.6', 'log'), await other.upload('17.6', 'log')]
  const values = async () => (await queries.runs.find(run))?.results.map((result) => [result.values, result.badges])
  const before = await values()
  expect(JSON.stringify(before)).toContain('not-steady')
  await owner.retention.setRule({ project: project.slug, rule: { fileDays: 90, sampleDays: 30 } })
  const whole = await owner.quotas.storageOfProject({ project: project.slug })
  expect(whole).toMatchObject({ samples: 8 * SAMPLES, files: 3 })

  age = 29
  await applyRetention(server.services)
  expect(await stored(run)).toEqual({ files: 1, samples: 1 })
  age = 31
  await applyRetention(server.services)
  expect(await stored(run)).toEqual({ files: 1, samples: 0 })
  age = 91
  await applyRetention(server.services)
  expect(await stored(run)).toEqual({ files: 0, samples: 0 })
  expect((await queries.removedFiles.waiting()).map(({ files }) => files)).toEqual([[sha256Hex('log')]])
  expect(await other.stored(retained)).toEqual({ files: 1, samples: 1 })

  expect(await values()).toEqual(before)
  // As if the rules had changed twice since.
  await queryAsOwner(server.url, 'update run set validity_version = validity_version - 2')
  await queries.validity.judgeAgain()
  expect(await values()).toEqual(before)
  expect(await owner.quotas.storageOfProject({ project: project.slug })).toEqual({ ...whole, samples: 0, files: 0 })
  const actions = (await owner.audit.list({ project: project.slug })).events.map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining(['project.retention-changed', 'project.samples-expired', 'project.files-expired']),
  )
})

test('a run in a shared link keeps everything until the link is revoked', async () => {
  age = 0
  const { project, owner, author, upload, stored } = await lab('published')
  const [shown, hidden] = [await upload('17.6', 'shown'), await upload('18.0', 'hidden')]
  const share = { title: 'One version', what: { kind: 'comparison', query: 'version=17.6' } as const, days: 7 }
  const { id } = await author.shares.create({ project: project.slug, share })
  await owner.retention.setRule({ project: project.slug, rule: { fileDays: 1, sampleDays: 1 } })
  age = 2
  await applyRetention(server.services)
  expect(await stored(shown)).toEqual({ files: 1, samples: 1 })
  expect(await stored(hidden)).toEqual({ files: 0, samples: 0 })
  await owner.shares.revoke({ project: project.slug, id })
  await applyRetention(server.services)
  expect(await stored(shown)).toEqual({ files: 0, samples: 0 })
})

test('only owners change the rule, and maintainers of an organization see the bytes of each project', async () => {
  const { project, owner, author } = await lab('rules')
  const rule = { fileDays: null, sampleDays: 7 }
  await owner.retention.setRule({ project: project.slug, rule })
  expect(await owner.retention.rule({ project: project.slug })).toEqual(rule)
  await expect(author.retention.setRule({ project: project.slug, rule })).rejects.toThrow()
  const storage = await owner.quotas.storageOfOrganization({ organization: 'lab' })
  expect(storage.map((one) => one.project)).toEqual(expect.arrayContaining(['pruned', 'unlimited']))
})
