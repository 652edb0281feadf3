import { databaseUrlOf } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import { callTrpc, type Product, startProduct } from '../lib/product.ts'
import { makeLinkedSpec } from './spec-link.ts'

const USERS = 4
/** Requests of each user after the response to the revocation. */
const AFTERWARDS = 3
const COMPARISON = 'columns=version&base=version:17.6&product=PostgreSQL&hardware=dell32&version=17.6,18.0'

type EntryPoint = (path: string, url: string) => string

/** Every address of a link, including the picture and the oEmbed response. */
const ENTRY_POINTS: readonly EntryPoint[] = [
  (path) => path,
  (path) => `${path}/export?format=json`,
  (path) => `${path}/export?format=html`,
  (path) => `${path}/chart/1-chart-1.svg`,
  (path) => `${path}/badge`,
  (path) => path.replace('/s/', '/embed/'),
  (path, url) => `/oembed?url=${encodeURIComponent(`${url}${path}`)}`,
]
/** Entry points that are closed for a link with a password, because a frame has no password form. */
const WITHOUT_PASSWORD = 2

/** Every address of a public link of a spec. */
const SPEC_ENTRY_POINTS: readonly EntryPoint[] = [
  (path) => path,
  ...['markdown', 'html', 'json', 'pdf'].map((format) => (path: string) => `${path}/export?format=${format}`),
]

/** Both processes hash tokens with this secret. */
const ASSAY_SECRET = 'a secret for races, which is no secret'

type Tally = { usedBefore: number; usedAfter: number; refusedAfter: number }

/** Runs two products over one database; links are used at every entry point while one of the two revokes them. */
export async function raceShareEntryPoints(races: number): Promise<Line[]> {
  const first = await startProduct({ variables: { ASSAY_SECRET } })
  const DATABASE_URL = await databaseUrlOf(first)
  const second = await startProduct({ variables: { ASSAY_SECRET, DATABASE_URL, ASSAY_DEMO: '0' } })
  const products = [first, second] as const
  try {
    const lines: Line[] = []
    for (const { what, entryPoints, make } of [SHARES, SPECS]) {
      const tally: Tally = { usedBefore: 0, usedAfter: 0, refusedAfter: 0 }
      for (let at = 0; at < races; at++) await race(at, products, await make(first, at), tally)
      lines.push({
        what: `revoke: ${what} used after that at one of ${entryPoints.length} doors, ${races} races (used ${tally.usedBefore} times before, refused ${tally.refusedAfter} after)`,
        value: tally.usedAfter,
        unit: 'uses',
        goal: '0',
      })
    }
    return lines
  } finally {
    await second.stop()
    await first.stop()
  }
}

/** A link for a race: its addresses, the credentials, and how it is revoked. */
type Raced = {
  entryPoints: readonly EntryPoint[]
  path: string
  cookie: string
  revoke(product: Product, token: string): Promise<unknown>
}

const SHARES = {
  what: 'a link, every third with a password,',
  entryPoints: ENTRY_POINTS,
  async make(product: Product, at: number): Promise<Raced> {
    const password = at % 3 === 0 ? 'four words and more' : null
    const share = { title: 'racing', what: { kind: 'comparison', query: COMPARISON }, password }
    const made = await callTrpc<{ id: string; secret: string }>(product, 'shares.create', { project: 'demo', share })
    const path = `/s/${made.secret}`
    return {
      entryPoints: password === null ? ENTRY_POINTS : ENTRY_POINTS.slice(0, -WITHOUT_PASSWORD),
      path,
      cookie: password === null ? '' : await givePassword(product, path, password),
      revoke: (by, token) => callTrpc(by, 'shares.revoke', { project: 'demo', id: made.id }, token),
    }
  },
}

const SPECS = {
  what: 'a public link of a spec',
  entryPoints: SPEC_ENTRY_POINTS,
  async make(product: Product): Promise<Raced> {
    const { name, id, secret } = await makeLinkedSpec(product)
    return {
      ...{ entryPoints: SPEC_ENTRY_POINTS, path: `/spec/${secret}`, cookie: '' },
      revoke: (by, token) => callTrpc(by, 'specs.revokeLink', { project: 'demo', name, id }, token),
    }
  },
}

async function race(
  at: number,
  products: readonly [Product, Product],
  { entryPoints, path, cookie, revoke }: Raced,
  tally: Tally,
): Promise<void> {
  let revoked = false
  const use = async (user: number) => {
    // oEmbed accepts only addresses of its own origin, so each product gets its own.
    const { url } = products[user % 2] ?? products[0]
    for (let turn = user, after = 0; after < AFTERWARDS; turn++) {
      const startedAfter = revoked
      const entryPoint = entryPoints[(at + turn) % entryPoints.length]
      const answer = await fetch(`${url}${entryPoint?.(path, url)}`, { headers: { cookie }, redirect: 'manual' })
      const text = await answer.text()
      const isUse = answer.status === 200 && !text.includes('Password required')
      if (startedAfter) after += 1
      if (startedAfter && isUse) tally.usedAfter += 1
      else if (startedAfter) tally.refusedAfter += 1
      else if (isUse) tally.usedBefore += 1
    }
  }
  const takeBack = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
    await revoke(products[1 - (at % 2)] ?? products[0], products[0].token)
    revoked = true
  }
  await Promise.all([takeBack(), ...Array.from({ length: USERS }, (_, user) => use(user))])
}

async function givePassword({ url }: Product, path: string, password: string): Promise<string> {
  const answer = await fetch(`${url}${path}/open`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: new URLSearchParams({ password }).toString(),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
