import { createCaller } from '@assay/api/router'
import { openDatabase } from '@assay/db/open'
import { addPerson } from '@assay/db/testing'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personNamed, tokenOf } from '../server/callers.ts'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { type EvidenceGround, simulateEvidence } from './simulate-evidence.ts'

// bench/suites/evidence-bench.ts runs the same with 10,000 figures against the pages of the running product.

let server: TestServer
let restarted: ReturnType<typeof openDatabase> | null = null
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await restarted?.close()
  await server.stop()
})

/** The text of the badge on the page. */
function wordsOf(reproduction: Reproduction | null): string | null {
  if (reproduction === null || reproduction.kind === 'reproduced') return 'frozen · reproduced'
  const cells = reproduction.cells === 1 ? '1 cell' : `${reproduction.cells} cells`
  if (reproduction.kind === 'gone') return `source runs of ${cells} are gone`
  return `frozen ${reproduction.frozen}, today ${reproduction.today} (${cells})`
}

async function startGround(): Promise<EvidenceGround> {
  const { project, token } = await server.addProject('trial')
  const id = await addPerson(server.url, 'olga', { organizations: { [project.organization.id]: 'author' } })
  let services = server.services
  const program = () => createCaller({ services, caller: tokenOf(project, ['upload', 'write']) })
  const olga = () => createCaller({ services, caller: personNamed('olga', id) })
  const of = { project: 'trial' }
  const file = async (name: string, revision: number, format: string) => {
    const path = `/api/v1/projects/trial/specs/${name}/export?format=${format}&revision=${revision}`
    return (await server.send(path, { headers: { authorization: `Bearer ${token}` } })).text()
  }
  return {
    databaseUrl: server.url,
    project: project.slug,
    upload: async (document) => void (await program().runs.upload({ document, onConflict: 'replace' })),
    remove: (runId) => program().runs.remove({ ...of, runId }),
    invalidate: async (runId) =>
      void (await program().validity.invalidate({ ...of, runId, invalidation: { reason: 'the trial' } })),
    create: async (title, text) =>
      (await olga().specs.create({ ...of, spec: { kind: 'functional', title, text } })).name,
    async revise(name, { base, text, freezeAnew }) {
      const revision = { base, title: 'A trial', text, note: 'the trial', freezeAnew }
      await olga().specs.revise({ ...of, name, revision })
    },
    async see(name, revision) {
      const { evidence } = await olga().specs.get({ ...of, name, revision })
      return {
        figures: evidence.figures.map(({ problem, reproduction }) => ({
          badge: problem === null ? wordsOf(reproduction) : null,
          problem,
        })),
        numbers: evidence.numbers.map(({ state }) => state),
      }
    },
    async file(name, revision) {
      const read = readSpecFile(await file(name, revision, 'markdown'))
      const record = read.ok ? read.value.record : null
      const contents = new Map(record?.figures.map(({ sha256, content }) => [sha256, content]))
      const hashes = record?.revisions.find(({ number }) => number === revision)?.figures ?? []
      const drawn = [...(await file(name, revision, 'html')).matchAll(/<figure id.*?<\/figure>/gs)].map(([all]) => all)
      return {
        text: read.ok ? read.value.text : '',
        figures: hashes.map((sha256) => ({ sha256, content: contents.get(sha256 ?? '') ?? null })),
        drawn: drawn.join('\n'),
      }
    },
    async restart() {
      await restarted?.close()
      restarted = await openDatabase(server.url)
      services = { ...services, db: restarted }
    },
  }
}

test('A8: evidence does not change with its runs, its badges and numbers are correct, and one changed byte is detected', async () => {
  const tally = await simulateEvidence({ snapshots: 6, perSpec: 3, rounds: 2, seed: 2 }, await startGround())
  const { changed, wrongHashes, wrongBadges, wrongNumbers, untold } = tally
  expect({ changed, wrongHashes, wrongBadges, wrongNumbers, untold }).toEqual({
    ...{ changed: [], wrongHashes: [], wrongBadges: [], wrongNumbers: [], untold: [] },
  })
  expect(tally.snapshots).toBeGreaterThanOrEqual(6)
  expect(tally.flipped).toBe(tally.specs)
  expect(Object.keys(tally.badges).sort(), 'the trial reaches every badge').toEqual([
    'differs',
    'frozen · reproduced',
    'source runs of n cells are gone',
  ])
  expect(Object.keys(tally.states).sort(), 'and every state of a number').toEqual([
    ...['agrees', 'differs', 'gone', 'today'],
  ])
})
