import { createCaller } from '@assay/api/router'
import { exportShare } from '@assay/api/shares/export-share'
import { openShare, reproduceShare } from '@assay/api/shares/open-share'
import { passwordProof } from '@assay/api/shares/share-secret'
import { drawingsOf } from '@assay/charts/export/named-drawings'
import { shapesSvg } from '@assay/charts/svg/chart-svg'
import { openDatabase } from '@assay/db/open'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { figureElements } from '@assay/domain/publish/share/figure-elements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, tokenOf } from '../server/callers.ts'
import { startTestServer, type TestServer } from '../server/test-server.ts'
import { type SimulatedAddress, type SimulationHost, simulateShares } from './simulate-shares.ts'

// bench/suites/frozen-shares-bench.ts runs the same with 1,000 shares against the pages of the running product.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await restarted?.close()
  await server.stop()
})

let restarted: ReturnType<typeof openDatabase> | null = null

/** The text of the badge on the page. */
function wordsOf(reproduction: Reproduction | undefined): string {
  if (reproduction === undefined || reproduction.kind === 'reproduced') return 'frozen · reproduced'
  const cells = reproduction.cells === 1 ? '1 cell' : `${reproduction.cells} cells`
  if (reproduction.kind === 'gone') return `source runs of ${cells} are gone`
  return `frozen ${reproduction.frozen}, today ${reproduction.today} (${cells})`
}

async function startGround(): Promise<SimulationHost> {
  const { project } = await server.addProject('trial')
  let services = server.services
  const writer = () => createCaller({ services, caller: tokenOf(project, ['upload', 'write']) })
  return {
    databaseUrl: server.url,
    project: project.slug,
    upload: async (document) => void (await writer().runs.upload({ document, onConflict: 'replace' })),
    invalidate: async (runId) =>
      void (await writer().validity.invalidate({ project: 'trial', runId, invalidation: { reason: 'the trial' } })),
    makeShare: (share) => writer().shares.create({ project: 'trial', share }),
    async makeReport(content) {
      const { slug } = await writer().reports.create({ project: 'trial', content })
      await writer().reports.publish({ project: 'trial', slug, revision: 1, note: null })
      return slug
    },
    async read({ secret, slug, password }: SimulatedAddress) {
      const address = secret === null ? { organization: 'lab', slug: slug ?? '' } : { secret }
      let opened = await openShare(services, address, { caller: anonymous, proof: null })
      if (opened.kind === 'password' && password !== null)
        opened = await openShare(services, address, { caller: anonymous, proof: passwordProof(opened.found) })
      if (opened.kind !== 'open') throw new Error(`a share that was just made is ${opened.kind}`)
      const { share, found } = opened
      const files = (['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) => ({
        name: format as string,
        text: exportShare(share, format, { origin: 'http://x', href: 'http://x/s' }),
      }))
      const charts = share.content.figures
        .flatMap((figure) => drawingsOf(figureElements(figure)))
        .map(({ id, shapes }) => ({ name: id, text: shapesSvg(shapes) }))
      const reproductions = await reproduceShare(services, found, share.content)
      const worst =
        reproductions.find(({ kind }) => kind === 'differs') ?? reproductions.find(({ kind }) => kind === 'gone')
      return {
        leaving: [...files, ...charts].map(({ name, text }) => ({ name, all: text, selected: text })),
        badge: wordsOf(worst),
        figures: reproductions.map(wordsOf),
      }
    },
    async restart() {
      restarted = openDatabase(server.url)
      services = { ...services, db: restarted }
    },
  }
}

test('frozen shares do not change, their badges are correct, and no masked name is revealed', async () => {
  const tally = await simulateShares(14, 3, await startGround())
  expect(tally.shares).toBeGreaterThan(12)
  expect(tally.wrongBadges).toEqual([])
  expect(tally).toMatchObject({ bytesChanged: [], wrongHashes: [], leaked: [] })
  expect(Object.keys(tally.badges).sort(), 'the trial reaches every badge').toEqual([
    'differs',
    'frozen · reproduced',
    'source runs of n cells are gone',
  ])
})
