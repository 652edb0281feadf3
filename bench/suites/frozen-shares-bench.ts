import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Leaving,
  type SimulatedAddress,
  type SimulationHost,
  simulateShares,
} from '@assay/testing/share-simulation/simulate-shares'
import { databaseUrlOf } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import { type Product, startProduct } from '../lib/product.ts'

const SHOWN = 20
const FORMATS = ['text', 'markdown', 'html', 'csv', 'json'] as const
/** Pictures are slow to render, so they are fetched for one of this many shares. */
const PICTURES_OF_ONE_IN = 10

/** Checks shares of many shapes in the running product: content stays, badges are right, masked names occur nowhere. */
export async function benchFrozenShares(count: number): Promise<Line[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'assay-frozen-'))
  let product = await startProduct({ dataDirectory })
  const began = performance.now()
  try {
    const ground = groundOn(
      () => product,
      async () => {
        await product.stop()
        product = await startProduct({ dataDirectory, port: Number(new URL(product.url).port) })
      },
      await databaseUrlOf({ dataDirectory }),
    )
    const tally = await simulateShares(count, 1, ground)
    const seconds = Math.round((performance.now() - began) / 1000)
    const { bytesChanged, wrongHashes, wrongBadges, leaked, done, badges, shares, studies, reports, files, changed } =
      tally
    for (const [title, list] of Object.entries({ bytesChanged, wrongHashes, wrongBadges, leaked })) {
      if (list.length > 0) console.log(`${title}:\n${list.slice(0, SHOWN).join('\n')}`)
    }
    console.log(`frozen: done to the sources: ${JSON.stringify(done)}; badges then: ${JSON.stringify(badges)}`)
    const of = `${shares} shares (${studies} of study pages, ${reports} of reports), ${files.toLocaleString('en')} answers, ${changed} with other data today, ${seconds} s`
    return [
      { what: `frozen: bodies that changed, of ${of}`, value: bytesChanged.length, unit: 'files', goal: '0' },
      { what: 'frozen: hashes that are not of what is shown', value: wrongHashes.length, unit: 'shares', goal: '0' },
      {
        what: `frozen: badges that are wrong, of ${2 * shares - studies} links`,
        value: wrongBadges.length,
        unit: 'badges',
        goal: '0',
      },
      { what: 'frozen: masked names that can be read', value: leaked.length, unit: 'places', goal: '0' },
    ]
  } finally {
    await product.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

function groundOn(product: () => Product, restart: () => Promise<void>, databaseUrl: string): SimulationHost {
  const call = async (path: string, method: string, body: unknown): Promise<unknown> => {
    const { url, token } = product()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
  const ask = async <T>(procedure: string, input: object): Promise<T> => {
    const answer = await call(`/api/trpc/${procedure}`, 'POST', { project: 'demo', ...input })
    // The router has this type.
    return (answer as { result: { data: T } }).result.data
  }
  return {
    databaseUrl,
    project: 'demo',
    upload: async (document) => void (await call(`/api/v1/runs/${document.runId}?onConflict=replace`, 'PUT', document)),
    invalidate: async (runId) =>
      void (await call(`/api/v1/projects/demo/runs/${runId}/invalidations`, 'POST', { reason: 'the trial' })),
    makeShare: (share) => ask<Awaited<ReturnType<SimulationHost['makeShare']>>>('shares.create', { share }),
    async makeReport(content) {
      const { slug } = await ask<{ slug: string }>('reports.create', { content })
      await ask('reports.publish', { slug, revision: 1, note: null })
      return slug
    },
    read: (address) => readAll(product().url, address),
    restart,
  }
}

/** The organization of the demo project. */
const ORGANIZATION = 'assay'

async function readAll(url: string, address: SimulatedAddress): ReturnType<SimulationHost['read']> {
  const isSecret = address.secret !== null
  const path = isSecret ? `/s/${address.secret}` : `/published/${ORGANIZATION}/${address.slug}`
  const cookie = address.password === null ? '' : await openWith(url, path, address.password)
  const get = async (name: string, file: string) =>
    leavingOf(name, await fetch(`${url}${file}`, { headers: { cookie } }))
  const page = await get('page', path)
  const charts = [...new Set([...page.all.matchAll(/\/chart\/([\w-]+\.svg)"/g)].map(([, file]) => file ?? ''))]
  const isPictured = (address.secret ?? address.slug ?? '').charCodeAt(0) % PICTURES_OF_ONE_IN === 0
  const png = charts[0]?.replace('.svg', '.png')
  const files: [string, string][] = [
    ...FORMATS.map((format): [string, string] => [format, `${path}/export?format=${format}`]),
    ...charts.map((chart): [string, string] => [chart, `${path}/chart/${chart}`]),
    ...(isPictured ? [['picture', `${path}/picture`] as [string, string]] : []),
    ...(isPictured && png !== undefined ? [[png, `${path}/chart/${png}`] as [string, string]] : []),
    ...(isSecret
      ? ([
          ['oembed', `/oembed?url=${encodeURIComponent(`${url}${path}`)}`],
          ['embed', path.replace('/s/', '/embed/')],
        ] satisfies [string, string][])
      : []),
  ]
  const leaving = [page]
  for (const [name, file] of files) leaving.push(await get(name, file))
  const badge = await get('badge', `${path}/badge`)
  leaving.push({ ...badge, selected: '' })
  // The page has the same text as the picture of the badge.
  const [, words = 'no badge'] = /aria-label="assay: ([^"]*)"/.exec(badge.all) ?? []
  const figures = [...withoutScripts(page.all).matchAll(BADGE)].map(([, text = '']) => text)
  return { leaving, badge: figures.includes(words) ? words : `not on the page: ${words}`, figures }
}

/** Submits the password form. @returns the cookie that opens the link */
async function openWith(url: string, path: string, password: string): Promise<string> {
  const answer = await fetch(`${url}${path}/open`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ password }).toString(),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function leavingOf(name: string, answer: Response): Promise<Leaving> {
  if (answer.status >= 500) throw new Error(`${answer.url} was answered ${answer.status}`)
  const type = answer.headers.get('content-type') ?? ''
  const body = Buffer.from(await answer.arrayBuffer()).toString(type === 'image/png' ? 'latin1' : 'utf8')
  const headers = JSON.stringify([...answer.headers])
  const comparable = type.startsWith('text/html') ? withoutWhatMayChange(body) : body
  return { name, all: `${headers}\n${body}`, selected: `${answer.status} ${comparable}` }
}

const BADGE = /<span class="[^"]*">((?:frozen|source runs of) [^<]*)<\/span>/g
const withoutScripts = (page: string) => page.replaceAll(/<script\b.*?<\/script>/gs, '')

/** Removes nonces, the badge, and the script that repeats both for the browser. */
const withoutWhatMayChange = (page: string): string =>
  withoutScripts(page)
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(BADGE, 'BADGE')
