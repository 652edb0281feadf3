import { identifyBlocks } from '@assay/domain/anchor/align-blocks'
import { longSpec } from '@assay/domain/spec/testing/long-spec'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

const REVISIONS = 5
const CALLS = 10
/** Blocks of the made-up text that are prose of many words. */
const QUOTE = 'must not wait for another'

export type SpecSize = { pages: number; feedback: number }

/**
 * A long spec with much feedback: when the first of its text is there, as its author sees it with every point and its
 * forms, and how long it takes to store a revision, on which every anchor is placed again.
 */
export async function benchSpec(product: Pick<Product, 'url' | 'token'>, size: SpecSize): Promise<Line[]> {
  const { pages, feedback } = size
  const headers = { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' }
  const specs = `${product.url}/api/v1/projects/demo/specs`
  const send = async (path: string, body: object) => {
    const answer = await fetch(`${specs}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Object(await answer.json())
  }
  let text = longSpec(pages)
  const title = `The query executor, ${pages} pages`
  const { name } = await send('', { kind: 'functional', title, text })
  const { blocks } = identifyBlocks([], text, 1)
  const prose = blocks.filter((block) => block.text.includes(QUOTE))
  const from = { giver: 'Vera', source: 'in-person' }
  const began = performance.now()
  for (let number = 0; number < feedback; number++) {
    const block = prose[(number * 7) % prose.length]
    const words = block?.text.split(' ').slice(4, 12).join(' ') ?? ''
    const anchor = { kind: 'range', block: block?.id, quote: words }
    await send(`/${name}/actions`, { kind: 'give', body: `Why is that so, ${number}?`, anchor, revision: 1, ...from })
  }
  const giving = (performance.now() - began) / feedback
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
  const what = `spec of ${pages} pages, ${feedback} points`
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
    { what: 'giving one more point', value: giving, unit: 'ms' },
  ]
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
