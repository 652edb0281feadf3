import { expect, type Page } from '@playwright/test'

/**
 * Opens an address and waits until its script listens. Before that a button does nothing, and a test on a busy machine is
 * quicker than any person.
 */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilReady(page)
}

/** For after a link that loads a page anew. React marks the elements that it has taken over. */
export async function untilReady(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  // Asked again from here: a function that waits inside the page would be evaluated there, which its policy refuses.
  await expect.poll(() => page.evaluate<boolean>(IS_TAKEN_OVER), { intervals: [20, 50, 100, 250, 500] }).toBe(true)
}

const IS_TAKEN_OVER = `[document.documentElement, document.querySelector('main')].every((element) =>
  Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber')))`
