import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Violation = { id: string; help: string; nodes: string[] }

/** The engine of rules, which a frame parses once after it was loaded, and not for each check. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs all rules of axe, or the named ones, in the page. Nodes that pass are omitted, which saves most of the time of
 * the result. Style sheets and media are not loaded again, which would take half of the rest: only a rule about videos
 * and sounds needs them, and no page has any.
 */
export async function findViolations(page: Page, rules: readonly string[]): Promise<Violation[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('typeof axe === "object"'))) await frame.evaluate(AXE)
  }
  const options = { resultTypes: ['violations'], preload: false, ...(rules.length === 0 ? {} : { runOnly: rules }) }
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) })))`)
}
