import { healthPath } from '../../../paths.ts'

/** Does it if the server answers: to draw a page anew without one leads away from the page, and from what is typed. */
export async function whenThere(work: () => void): Promise<void> {
  const answer = await fetch(healthPath(), { cache: 'no-store' }).catch(() => null)
  if (answer?.ok === true) work()
}
