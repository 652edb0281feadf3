import { databaseUrlOf } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import { callTrpc, type Product, startProduct } from '../lib/product.ts'

const USERS = 4
/** Asked by each user after the revocation was answered. */
const AFTERWARDS = 3
const COMPARISON = 'columns=version&base=version:17.6&product=PostgreSQL&hardware=dell32&version=17.6,18.0'

/** Everything behind the address of a link; the picture and the oEmbed answer too. */
const DOORS = [
  (path: string) => path,
  (path: string) => `${path}/export?format=json`,
  (path: string) => `${path}/export?format=html`,
  (path: string) => `${path}/chart/1-chart-1.svg`,
  (path: string) => `${path}/badge`,
  (path: string) => path.replace('/s/', '/embed/'),
  (path: string, url: string) => `/oembed?url=${encodeURIComponent(`${url}${path}`)}`,
]
/** A frame asks for no password, so these two are closed for a link that has one. */
const WITHOUT_PASSWORD = 2

/** Tokens are known by it, to both. */
const ASSAY_SECRET = 'a secret for races, which is no secret'

type Tally = { usedBefore: number; usedAfter: number; refusedAfter: number }

/** Two running products over one database; links are used at every door while one of the two revokes them. */
export async function raceShareDoors(races: number): Promise<Line> {
  const first = await startProduct({ variables: { ASSAY_SECRET } })
  const DATABASE_URL = await databaseUrlOf(first)
  const second = await startProduct({ variables: { ASSAY_SECRET, DATABASE_URL, ASSAY_DEMO: '0' } })
  const tally: Tally = { usedBefore: 0, usedAfter: 0, refusedAfter: 0 }
  try {
    for (let at = 0; at < races; at++) await race(at, [first, second], tally)
  } finally {
    await second.stop()
    await first.stop()
  }
  return {
    what: `revoke: a link used after that at one of ${DOORS.length} doors, ${races} races, every third with a password (used ${tally.usedBefore} times before, refused ${tally.refusedAfter} after)`,
    value: tally.usedAfter,
    unit: 'uses',
    goal: '0',
  }
}

async function race(at: number, products: readonly [Product, Product], tally: Tally): Promise<void> {
  const password = at % 3 === 0 ? 'four words and more' : null
  const share = { title: 'racing', what: { kind: 'comparison', query: COMPARISON }, password }
  const made = await callTrpc<{ id: string; secret: string }>(products[0], 'shares.make', { project: 'demo', share })
  const path = `/s/${made.secret}`
  const cookie = password === null ? '' : await givePassword(products[0], path, password)
  const doors = password === null ? DOORS : DOORS.slice(0, -WITHOUT_PASSWORD)
  let revoked = false
  const use = async (user: number) => {
    // oEmbed knows addresses of its own origin only, so each asks its own.
    const { url } = products[user % 2] ?? products[0]
    for (let turn = user, after = 0; after < AFTERWARDS; turn++) {
      const startedAfter = revoked
      const door = doors[(at + turn) % doors.length] ?? DOORS[0]
      const answer = await fetch(`${url}${door?.(path, url)}`, { headers: { cookie }, redirect: 'manual' })
      const text = await answer.text()
      const isUse = answer.status === 200 && !text.includes('A password is needed')
      if (startedAfter) after += 1
      if (startedAfter && isUse) tally.usedAfter += 1
      else if (startedAfter) tally.refusedAfter += 1
      else if (isUse) tally.usedBefore += 1
    }
  }
  const revoke = async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100))
    const input = { project: 'demo', id: made.id }
    await callTrpc(products[1 - (at % 2)] ?? products[0], 'shares.revoke', input, products[0].token)
    revoked = true
  }
  await Promise.all([revoke(), ...Array.from({ length: USERS }, (_, user) => use(user))])
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
