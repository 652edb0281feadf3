import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import {
  type EvidenceGround,
  type SeenEvidence,
  simulateEvidence,
} from '@assay/testing/share-simulation/simulate-evidence'
import { databaseUrlOf } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'

const SHOWN = 20
const PER_SPEC = 25
const PATH = '/api/v1/projects/demo'

/** Changes and deletes runs behind figures of specs in the running product at random, and checks pages and files. */
export async function benchEvidence(snapshots: number): Promise<Line[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-evidence-'))
  let product = await startProduct({ dataDirectory })
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  try {
    let databaseUrl = await databaseUrlOf({ dataDirectory })
    const ground = groundOn(
      () => product,
      async () => {
        await product.stop()
        product = await startProduct({ dataDirectory, port: Number(new URL(product.url).port) })
        databaseUrl = await databaseUrlOf({ dataDirectory })
      },
      () => databaseUrl,
    )
    const size = { snapshots, perSpec: Math.min(PER_SPEC, snapshots), rounds: 2, seed: 1 }
    const tally = await simulateEvidence(size, ground, (line) => console.info(`evidence: ${line} (${seconds()} s)`))
    const { changed, wrongHashes, wrongBadges, wrongNumbers, untold, seen, numbers, flipped } = tally
    for (const [title, list] of Object.entries({ changed, wrongHashes, wrongBadges, wrongNumbers, untold })) {
      if (list.length > 0) console.info(`${title}:\n${list.slice(0, SHOWN).join('\n')}`)
    }
    console.info(`evidence: done to the runs: ${JSON.stringify(tally.done)}`)
    console.info(`evidence: badges: ${JSON.stringify(tally.badges)}; numbers: ${JSON.stringify(tally.states)}`)
    const of = `${tally.snapshots.toLocaleString('en')} figures of ${tally.specs} specs, ${seconds()} s`
    return [
      {
        what: `evidence: texts or figures that changed, of ${of}`,
        value: changed.length,
        unit: 'revisions',
        goal: '0',
      },
      { what: 'evidence: hashes that are not of what is shown', value: wrongHashes.length, unit: 'figures', goal: '0' },
      { what: `evidence: badges that are wrong, of ${seen}`, value: wrongBadges.length, unit: 'badges', goal: '0' },
      {
        what: `evidence: bound numbers that are wrong, of ${numbers}`,
        value: wrongNumbers.length,
        unit: '',
        goal: '0',
      },
      {
        what: `evidence: flipped bytes that the next page did not tell, of ${flipped}`,
        value: untold.length,
        unit: '',
        goal: '0',
      },
    ]
  } finally {
    await product.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

function groundOn(product: () => Product, restart: () => Promise<void>, databaseUrl: () => string): EvidenceGround {
  const send = async (path: string, method: string, body?: unknown): Promise<string> => {
    const { url, token } = product()
    const ask = () =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    // The restart closes a kept-alive connection, so the request is repeated.
    const answer = await ask().catch(ask)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`)
    return text
  }
  // `startProduct` signs in by token only; drafts need write access.
  const page = (path: string) => send(path, 'GET')
  return {
    // The port changes with each start.
    get databaseUrl() {
      return databaseUrl()
    },
    project: 'demo',
    upload: async (document) => void (await send(`/api/v1/runs/${document.runId}?onConflict=replace`, 'PUT', document)),
    remove: async (runId) => void (await send(`${PATH}/runs/${runId}`, 'DELETE')),
    invalidate: async (runId) =>
      void (await send(`${PATH}/runs/${runId}/invalidations`, 'POST', { reason: 'the trial' })),
    async create(title, text) {
      const made: unknown = JSON.parse(await send(`${PATH}/specs`, 'POST', { kind: 'functional', title, text }))
      // The operation returns this type.
      return (made as { name: string }).name
    },
    async revise(name, { base, text, freezeAnew }) {
      await send(`${PATH}/specs/${name}/revisions`, 'POST', {
        ...{ base, title: 'A trial', text, note: 'the trial', freezeAnew },
      })
    },
    see: async (name, revision) => seenOn(await page(`/p/demo/specs/${name}?revision=${revision}`)),
    async file(name, revision) {
      const of = `${PATH}/specs/${name}/export?revision=${revision}&format=`
      const read = readSpecFile(await send(`${of}markdown`, 'GET'))
      const record = read.ok ? read.value.record : null
      const contents = new Map(record?.figures.map(({ sha256, content }) => [sha256, content]))
      const hashes = record?.revisions.find(({ number }) => number === revision)?.figures ?? []
      const drawn = [...(await send(`${of}html`, 'GET')).matchAll(/<figure id.*?<\/figure>/gs)].map(([all]) => all)
      return {
        text: read.ok ? read.value.text : '',
        figures: hashes.map((sha256) => ({ sha256, content: contents.get(sha256 ?? '') ?? null })),
        drawn: drawn.join('\n'),
      }
    },
    restart,
  }
}

const BADGE = /<span class="[^"]*">((?:frozen|source runs of) [^<]*)<\/span>/
const PROBLEM = /^>\s*<div class="[^"]*" role="note">Figure \d+ is not shown: ([^<]*)\.</

/** Parses the page as a reader sees it. */
function seenOn(page: string): SeenEvidence {
  const html = page.replaceAll(/<script\b.*?<\/script>/gs, '')
  const [, ...figures] = html.split(/id="figure-\d+"/)
  return {
    figures: figures.map((whole) => {
      // The missing requirements follow the last figure, in the same words.
      const [part = ''] = whole.split('</figure>')
      const problem = PROBLEM.exec(part)?.[1] ?? null
      return { problem, badge: problem === null ? (BADGE.exec(part)?.[1] ?? null) : null }
    }),
    numbers: [...html.matchAll(/ data-number="(\w+)"/g)].map(([, state = '']) => state),
  }
}
