import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

type Violation = { id: string; help: string; nodes: string[] }

/** The engine of rules, which every frame gets once after it was loaded, because parsing it takes 50 ms. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Computes backgrounds of every text, which takes longer than all other rules together. */
const CONTRAST = 'color-contrast'

/** Texts that are checked of each style. */
const OF_EACH_STYLE = 3

/** Runs all rules of axe, or the named ones. */
export async function findViolations(page: Page, rules: readonly string[]): Promise<Violation[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('typeof axe === "object"'))) await frame.evaluate(AXE)
  }
  const others = rules.filter((rule) => rule !== CONTRAST)
  const withoutContrast = rules.length === 0 ? { rules: { [CONTRAST]: { enabled: false } } } : { runOnly: others }
  const found: Violation[] = []
  if (rules.length === 0 || others.length > 0) found.push(...(await run(page, 'document', withoutContrast)))
  if (rules.length === 0 || rules.includes(CONTRAST)) {
    await page.evaluate(MARK_STYLES)
    found.push(...(await run(page, `{ include: [['[${SAMPLE}]']] }`, { runOnly: [CONTRAST] })))
    await page.evaluate(UNMARK_STYLES)
  }
  return found
}

/** Nodes that pass are omitted, which saves most of the time of the result. */
const run = (page: Page, context: string, options: object): Promise<Violation[]> =>
  page.evaluate<Violation[]>(`axe.run(${context}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) })))`)

const SAMPLE = 'data-test-contrast'

/**
 * Marks texts so that each style on each background is among them: a table has thousands of texts of few styles. Text of
 * these tests runs in the browser, whose types they do not have.
 */
const MARK_STYLES = `(() => {
  const styles = new Map()
  const counts = new Map()
  const styleOf = (element) => {
    if (element === null) return ''
    const known = styles.get(element)
    if (known !== undefined) return known
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position } = getComputedStyle(element)
    const inherited = styleOf(element.parentElement)
    const clear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1'
    const behind = clear ? inherited.split('\\n')[0] : inherited.split('\\n')[0] + '|' + [backgroundColor, backgroundImage, opacity]
    const style = behind + '\\n' + [color, fontSize, fontWeight, position]
    styles.set(element, style)
    return style
  }
  for (const element of document.querySelectorAll('body, body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    const isField = /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(element.tagName)
    if (!hasText && !isField) continue
    const style = styleOf(element)
    const count = counts.get(style) ?? 0
    counts.set(style, count + 1)
    if (count < ${OF_EACH_STYLE} || isField || element.childElementCount > 0) element.setAttribute('${SAMPLE}', '')
  }
})()`

const UNMARK_STYLES = `document.querySelectorAll('[${SAMPLE}]').forEach((element) => element.removeAttribute('${SAMPLE}'))`
