import { healthPath } from '../../paths.ts'

const AGAIN_MS = 1_000

/**
 * Does it if the server answers: to draw a page anew without one leads away from the page, and from what is typed.
 *
 * @returns whether it was done.
 */
export async function whenThere(work: () => void): Promise<boolean> {
  const answer = await fetch(healthPath(), { cache: 'no-store' }).catch(() => null)
  if (answer?.ok !== true) return false
  work()
  return true
}

/** The same, as soon as the server answers. */
export async function onceThere(work: () => void, isGone: () => boolean): Promise<void> {
  while (!isGone() && !(await whenThere(work))) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
}
