import { expect, type Page } from '@playwright/test'

/**
 * Opens an address and waits for hydration. Before that a button does nothing, and a test is faster than any person.
 */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilReady(page)
}

/** Waits for hydration after a link that loads a page. React marks the elements that it has hydrated. */
export async function untilReady(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  // Polled from here, because a function that waits inside the page would be evaluated there, which its policy forbids.
  await expect.poll(() => page.evaluate<boolean>(IS_TAKEN_OVER), { intervals: [20, 50, 100, 250, 500] }).toBe(true)
}

const IS_TAKEN_OVER = `[document.documentElement, document.querySelector('main')].every((element) =>
  Object.keys(element ?? {}).some((key) => key.startsWith('__reactFiber')))`
