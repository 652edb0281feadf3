// Measures the responsiveness of a page, in the page itself.

import type { Page } from '@playwright/test'

const SCROLL_MS = 4_000
/** Milliseconds between keys of a fast typist. */
const KEY_MS = 80
const BURST = 12

/** Frames per second while the page is scrolled from its top, a few lines with each frame. */
export function scrollFrames(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    scrollTo(0, 0)
    let frames = 0
    let began = 0
    const step = (now) => {
      if (began === 0) began = now
      else frames++
      if (now - began >= ${SCROLL_MS}) return resolve((frames * 1000) / (now - began))
      scrollBy(0, 60)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
}

/**
 * Milliseconds from each key to the frame that shows it, in order; with pauses in which the page can do deferred work.
 */
export async function typingDelays(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(LISTEN)
  for (let typed = 0; typed < keys; typed++) {
    await page.keyboard.type('etaoinshrdlu'[typed % BURST] ?? 'e')
    await page.waitForTimeout(typed % BURST === BURST - 1 ? 1_000 : KEY_MS)
  }
  return page.evaluate<number[]>('keyDelays')
}

/** A frame is shown right after the tasks before it; a message arrives after that. */
const LISTEN = `
  window.keyDelays = []
  window.keysHeard ??= addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => keyDelays.push(performance.now() - timeStamp)
      port2.postMessage(null)
    })
  }, true) ?? true`

export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.95))] ?? Number.NaN
