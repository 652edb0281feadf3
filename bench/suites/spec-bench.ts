import { openDatabase, scopeOf } from '@assay/db/open'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { anchorIn } from '@assay/domain/specs/anchor/anchor-in'
import type { Block } from '@assay/domain/specs/anchor/block'
import { placementOf } from '@assay/domain/specs/anchor/re-anchor'
import type { Feedback } from '@assay/domain/specs/feedback'
import { readSpecName, WHOLE } from '@assay/domain/specs/spec'
import { longSpec } from '@assay/testing/specs/long-spec'
import { connectToDatabase, databaseUrlOf } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'
import { timeCalls } from '../lib/timing.ts'
import { benchSpecPage } from './spec-page-bench.ts'

const REVISIONS = 5
const CALLS = 10
/** Comparisons of the demo. */
const FIGURES = ['/p/demo/saved/sort-with-key-prefixes']
/** Prose blocks of the generated text contain these words. */
const QUOTE = 'must not wait for another'

export type SpecSize = { pages: number; feedback: number; figures: number }

/**
 * Measures a long spec with many comments: when the first of its text arrives for its author, with every comment and
 * form, and how long a revision takes, for which every anchor is positioned again.
 */
export async function benchSpec(
  product: Pick<Product, 'url' | 'token' | 'dataDirectory'>,
  size: SpecSize,
): Promise<Line[]> {
  const { pages, feedback, figures } = size
  const headers = { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' }
  const specs = `${product.url}/api/v1/projects/demo/specs`
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${specs}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Object(await answer.json())
  }
  let text = withFigures(longSpec(pages), figures)
  const title = `The query executor, ${pages} pages`
  const { name } = await send('', { kind: 'functional', title, text })
  const { blocks } = identifyBlocks([], text, 1)
  await giveAtOnce(product, name, madeFeedback(blocks, feedback))
  const giving = await timeCalls(CALLS, () =>
    send(`/${name}/actions`, { kind: 'give', body: 'One more.', anchor: { kind: 'whole' }, revision: 1, ...VERA }),
  )
  const open = () => openPage(`${product.url}/p/demo/specs/${name}`, headers)
  const storing: number[] = []
  const cold: Opened[] = []
  for (let revision = 1; revision <= REVISIONS; revision++) {
    text = text.replace(`Paragraph ${revision}.0 says that the`, `Paragraph ${revision}.0 says anew that the`)
    const start = performance.now()
    await send(`/${name}/revisions`, { base: revision, title, text, note: 'one word' })
    storing.push(performance.now() - start)
    cold.push(await open())
  }
  const warm: Opened[] = []
  for (let call = 0; call < CALLS; call++) warm.push(await open())
  const what = `spec of ${pages} pages, ${feedback} points, ${figures} figures`
  const medianOf = (list: readonly Opened[], part: keyof Opened) => median(list.map((one) => one[part]))
  return [
    {
      what: `${what}: revision stored, all anchors placed again`,
      value: median(storing),
      unit: 'ms',
      goal: 'at most 2 s',
    },
    { what: 'the same, the first one', value: storing[0] ?? Number.NaN, unit: 'ms', goal: 'at most 2 s' },
    { what: 'its page: first byte', value: medianOf(warm, 'firstByte'), unit: 'ms' },
    { what: 'its page: first text', value: medianOf(warm, 'firstText'), unit: 'ms', goal: 'at most 1 s' },
    {
      what: 'its page: first text, right after a revision',
      value: medianOf(cold, 'firstText'),
      unit: 'ms',
      goal: 'at most 1 s',
    },
    { what: 'its page: whole', value: medianOf(warm, 'whole'), unit: 'ms' },
    { what: 'its page: size', value: medianOf(warm, 'bytes') / 1_000_000, unit: 'MB' },
    { what: 'giving one more point', value: giving.median, unit: 'ms' },
    ...(await benchSpecPage(product, { name, what: 'its page in a browser' })),
  ]
}

/** Adds a frozen comparison at the end of each of the first sections. */
function withFigures(text: string, figures: number): string {
  const [beginning = '', ...sections] = text.split(/\n\n(?=## )/)
  const figure = (at: number) =>
    `\n\n\`\`\`assay\n${FIGURES[at % FIGURES.length]}\nname: figure-${at}\ncaption: What it was compared with, ${at}\n\`\`\``
  return [beginning, ...sections.map((section, at) => section + (at < figures ? figure(at) : ''))].join('\n\n')
}

/** The reviewer for whom the author records comments. */
const VERA = { giver: 'Vera', source: 'in-person' }

/** Creates comments on prose all over the text; a few blocks have several. */
export function madeFeedback(blocks: readonly Block[], count: number): Feedback[] {
  const prose = blocks.filter((block) => block.text.includes(QUOTE))
  return Array.from({ length: count }, (_, at) => {
    const block = prose[(at * 7) % prose.length]
    const quote = block?.text.split(' ').slice(4, 12).join(' ') ?? ''
    const anchor = { kind: 'range', block: block?.id ?? null, quote, prefix: '', suffix: '' } as const
    return {
      ...{ number: at + 1, giver: { key: 'name:Vera', name: 'Vera' }, recorder: null, source: 'in-person' as const },
      ...{ body: `Why is that so, ${at}?`, anchor: anchorIn(blocks, anchor) ?? WHOLE, revision: 1, round: null },
      ...{
        at: '2026-11-21T12:00:00.000Z',
        movedFrom: null,
        responses: [],
        verdict: null,
        earlierVerdicts: [],
        suggestion: null,
        redactionRequests: [],
        replies: [],
        seconds: [],
        earlierBodies: [],
        redacted: null,
      },
    }
  })
}

/** Stores all comments in one change, because a thousand requests take minutes. */
export async function giveAtOnce(
  product: Pick<Product, 'dataDirectory'>,
  name: string,
  feedback: Feedback[],
): Promise<void> {
  const of = readSpecName(name)
  if (of === null) throw new Error(`${name} is not a name of a spec`)
  const db = await openDatabase(await databaseUrlOf(product))
  const client = await connectToDatabase(product)
  try {
    const { rows } = await client.query<{ id: string }>("select id from project where slug = 'demo'")
    const { specs } = db.in(scopeOf({ id: rows[0]?.id ?? '' }))
    const by = { person: { key: 'name:bench', name: 'bench' }, role: 'author' } as const
    await specs.change(of, by, { kind: 'seed' }, async ({ spec }) => ({
      ok: true,
      value: {
        spec: { ...spec, feedback },
        placements: feedback.map(({ number, anchor }) => ({
          ...{ feedback: number, revision: 1, placement: placementOf(anchor) },
        })),
      },
    }))
  } finally {
    await client.end()
    await db.close()
  }
}

type Opened = { firstByte: number; firstText: number; whole: number; bytes: number }

async function openPage(url: string, headers: Record<string, string>): Promise<Opened> {
  const began = performance.now()
  const since = () => performance.now() - began
  const answer = await fetch(url, { headers })
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`)
  const decoder = new TextDecoder()
  let [firstByte, firstText, bytes, seen] = [Number.NaN, Number.NaN, 0, '']
  for await (const chunk of answer.body) {
    if (Number.isNaN(firstByte)) firstByte = since()
    bytes += chunk.length
    if (!Number.isNaN(firstText)) continue
    seen += decoder.decode(chunk, { stream: true })
    if (seen.includes('Paragraph 1.0 says')) firstText = since()
  }
  return { firstByte, firstText, whole: since(), bytes }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
