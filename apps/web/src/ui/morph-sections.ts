import morphdom from 'morphdom'
import { commonPrefixSuffix } from './common-prefix-suffix.ts'
import { keepUserState } from './morphed-html.tsx'

/** A section's source with its rendered HTML and its element. */
export type DrawnSection = { part: string; html: string; element: HTMLElement }

type How = {
  markup: (part: string) => string
  /** Class of the element of each section. */
  className: string
  /** Returns true when a newer text is waiting to be drawn. */
  isOver: () => boolean
}

/** Time in milliseconds after which drawing yields to the keyboard; a single section may take longer. */
const SLICE = 8

/**
 * Draws a long text into an element section by section, and yields to the keyboard between them. Unchanged sections are
 * not touched.
 *
 * @param drawn the drawn sections, updated in place; they match the element also when a newer text interrupts
 *   drawing.
 */
export async function morphSections(
  root: HTMLElement,
  drawn: DrawnSection[],
  parts: readonly string[],
  { markup, className, isOver }: How,
): Promise<void> {
  const before = drawn.map(({ part }) => part)
  const { start, end } = commonPrefixSuffix(before, parts)
  const [had, has] = [before.length - start - end, parts.length - start - end]
  for (const { element } of drawn.splice(start + has, Math.max(0, had - has))) element.remove()
  const more = Array.from({ length: Math.max(0, has - had) }, () => emptyPart(className))
  const next = drawn[start + had]?.element ?? null
  for (const { element } of more) root.insertBefore(element, next)
  drawn.splice(start + had, 0, ...more)

  let began = performance.now()
  for (const [at, part] of parts.entries()) {
    const shown = drawn[at]
    if (shown === undefined) return
    const html = markup(part)
    if (html !== shown.html) drawPart(shown.element, html)
    Object.assign(shown, { part, html })
    if (performance.now() - began < SLICE) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (isOver()) return
    began = performance.now()
  }
}

function emptyPart(className: string): DrawnSection {
  const element = document.createElement('div')
  element.className = className
  return { part: '', html: '', element }
}

function drawPart(element: HTMLElement, html: string): void {
  if (element.childNodes.length === 0) {
    element.innerHTML = html
    return
  }
  const wanted = document.createElement('div')
  wanted.innerHTML = html
  morphdom(element, wanted, { childrenOnly: true, onBeforeElUpdated: keepUserState })
}
