import { expect, type Page } from '@playwright/test'
import { open } from '../../e2e/support/ready.ts'
import { setUpOwner } from '../../e2e/support/test-accounts.ts'
import { personIdOf } from '../lib/database.ts'
import { p95, scrollFrames, typingDelays } from '../lib/frame-rate.ts'
import { openBrowser } from '../lib/open-browser.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

const KEYS = 96
const PDFS = 3
const LIVE_COMMENTS = 10
/** Positions in the text, and the keys that lead there. */
const POSITIONS = {
  'at its end': ['Control+End'],
  'at its start': ['Control+Home'],
  'in its middle': ['Control+Home', ...Array.from({ length: 60 }, () => 'PageDown')],
}
const WIDE = { width: 1440, height: 900 }
/** An empty page, which measures the current speed of the machine. */
const EMPTY = '<!doctype html><div style="height: 100000px"><textarea></textarea></div>'

type Of = { name: string; what: string }

/** Measures a long spec in a browser: scrolling, the delay of a key in its fields, and its PDF. */
export async function benchSpecPage(
  product: Pick<Product, 'url' | 'token' | 'dataDirectory'>,
  { name, what }: Of,
): Promise<Line[]> {
  const address = `${product.url}/p/demo/specs/${name}`
  const headers = { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' }
  const pdfs: number[] = []
  for (let made = 0; made < PDFS; made++) pdfs.push(await timePdf(product.url, name, headers))
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: WIDE })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    const { email } = await setUpOwner(page)
    await page.goto('about:blank')
    await page.setContent(EMPTY)
    const emptyFrames = await scrollFrames(page)
    await page.locator('textarea').focus()
    const emptyDelay = p95(await typingDelays(page, KEYS))

    await open(page, address)
    const frames = await scrollFrames(page)
    await open(page, address)
    await page.getByRole('form', { name: 'Add a comment' }).getByRole('textbox').focus()
    const feedbackDelays = await typingDelays(page, KEYS)

    const seen = await timeLiveComments(page, {
      address,
      comments: `${product.url}/api/v1/projects/demo/specs/${name}/actions`,
      headers,
    })

    await makeAuthor(product, { name, email, headers })
    await open(page, address)
    const answer = page.getByRole('form', { name: 'Respond to F-3', exact: true }).getByRole('textbox')
    const press = page
      .getByRole('article', { name: 'F-3', exact: true })
      .getByRole('button', { name: 'No thank you', exact: true })
    await expect(async () => {
      await press.click()
      await expect(answer).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await answer.focus()
    const answerDelays = await typingDelays(page, KEYS)

    const editorDelays: Record<string, number[]> = {}
    for (const [position, move] of Object.entries(POSITIONS)) {
      await open(page, `${address}/edit`)
      const editor = page.locator('.cm-content')
      await editor.waitFor()
      await editor.focus()
      for (const key of move) await page.keyboard.press(key)
      editorDelays[position] = await typingDelays(page, KEYS)
    }
    const base = (value: number) => ({ base: value, baseName: 'an empty page' })
    const typing = (where: string, delays: readonly number[]): Line[] => [
      { what: `typing ${where}, p95`, value: p95(delays), unit: 'ms', ...base(emptyDelay), goal: 'at most 50 ms' },
      { what: 'the first key of it', value: delays[0] ?? Number.NaN, unit: 'ms', ...base(emptyDelay) },
    ]
    return [
      { what: `${what}: scrolling`, value: frames, unit: 'frames/s', ...base(emptyFrames), goal: 'at least 55' },
      ...typing('feedback', feedbackDelays),
      ...typing('an answer', answerDelays),
      ...Object.entries(editorDelays).flatMap(([position, delays]) => typing(`its text ${position}`, delays)),
      {
        what: 'a new comment is announced on the open page of another person, p95',
        value: p95(seen),
        unit: 'ms',
        goal: 'at most 1 s',
      },
      { what: 'its PDF', value: pdfs.toSorted((a, b) => a - b)[1] ?? Number.NaN, unit: 's', goal: 'at most 20 s' },
    ]
  } finally {
    await browser.close()
  }
}

type Live = { address: string; comments: string; headers: Record<string, string> }

/**
 * Times from the request that stores a comment until the open page of another person says that there is a new one. The
 * page notes the time itself, because a search for the text in such a page takes seconds.
 */
async function timeLiveComments(page: Page, { address, comments, headers }: Live): Promise<number[]> {
  const connected = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/events'))
  await open(page, address)
  await connected
  await page.evaluate(NOTE_ANNOUNCEMENTS)
  const times: number[] = []
  for (let count = 1; count <= LIVE_COMMENTS; count++) {
    const body = { kind: 'give', body: 'One more.', anchor: { kind: 'whole' }, revision: 1, giver: 'Vera' }
    const began = Date.now()
    const answer = await fetch(comments, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`a comment was not stored: ${await answer.text()}`)
    const announced = () => page.evaluate<number | null>(`announcedAt[${count}] ?? null`)
    await expect.poll(announced, { timeout: 60_000 }).not.toBeNull()
    times.push(((await announced()) ?? Number.NaN) - began)
  }
  return times
}

/** Notes when the page says how many comments are new. */
const NOTE_ANNOUNCEMENTS = `
  window.announcedAt = {}
  for (const region of document.querySelectorAll('[aria-live="polite"]'))
    new MutationObserver(() => {
      const [, count] = /^(\\d+) new comments?\\./.exec(region.textContent) ?? []
      if (count !== undefined) announcedAt[count] ??= Date.now()
    }).observe(region, { childList: true, characterData: true, subtree: true })`

async function timePdf(url: string, name: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}/api/v1/projects/demo/specs/${name}/export?format=pdf`, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok || bytes.length < 1_000) throw new Error(`the PDF was answered ${answer.status}`)
  return (performance.now() - began) / 1000
}

async function makeAuthor(
  product: Pick<Product, 'url' | 'dataDirectory'>,
  { name, email, headers }: { name: string; email: string; headers: Record<string, string> },
): Promise<void> {
  const person = { key: `person:${await personIdOf(product, email)}`, name: 'Olga Owner' }
  const body = JSON.stringify({ kind: 'add-author', who: person })
  const answer = await fetch(`${product.url}/api/v1/projects/demo/specs/${name}/actions`, {
    ...{ method: 'POST', headers, body },
  })
  if (!answer.ok) throw new Error(`an author was not added: ${await answer.text()}`)
}
