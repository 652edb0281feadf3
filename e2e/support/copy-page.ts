import type { Page } from '@playwright/test'

type Copy = { attributes: [string, string][]; head: string; body: string; isDark: boolean; isPrinted: boolean }

/**
 * Shows a copy of a page in another one, without its scripts and with at most three siblings of each shape: the same
 * elements with the same classes and attributes, whatever their texts, addresses and sizes. Rules of accessibility judge
 * these alike, and the time of a check is that of the number of elements. The page itself stays as it is.
 */
export async function copyPage(page: Page, target: Page): Promise<void> {
  const { isDark, isPrinted, ...copy } = await page.evaluate<Copy>(COPY)
  const size = page.viewportSize()
  if (size !== null && size.width !== target.viewportSize()?.width) await target.setViewportSize(size)
  await target.emulateMedia({
    colorScheme: isDark ? 'dark' : 'light',
    media: isPrinted ? 'print' : 'screen',
    reducedMotion: 'reduce',
  })
  await target.evaluate(`(${SHOW})(${JSON.stringify(copy)})`)
}

// Text, because the tests are compiled without the types of a browser.
const COPY = `(() => {
  const MAX_ALIKE = 3
  // Their values differ between elements that are otherwise alike; whether they are empty counts.
  const OWN = new Set(['id', 'name', 'for', 'href', 'src', 'alt', 'title', 'value', 'content', 'datetime', 'headers',
    'aria-label', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-details', 'd', 'points',
    'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'dx', 'dy', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height', 'viewBox'])
  const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-details']
  const valueOf = ({ name, value }) => {
    const isOwn = OWN.has(name) || (name.startsWith('data-') && !/^[a-z-]{0,16}$/.test(value))
    if (isOwn) return value.trim() === '' ? '' : '+'
    return name === 'style' ? value.replace(/-?[\\d.]+(?=(?:px|%|r?em|ch|fr|m?s|deg)\\b)/g, '0') : value
  }
  const hasText = (node) => node.nodeType === 3 && node.data.trim() !== ''
  const numbers = new Map()
  const shapes = new Map()
  const shapeOf = (element) => {
    const known = shapes.get(element)
    if (known !== undefined) return known
    const attributes = [...element.attributes].map((one) => one.name + '=' + valueOf(one)).sort()
    const inner = [...new Set([...element.children].map(shapeOf))]
    const text = [...element.childNodes].some(hasText) ? 'text' : ''
    const shape = element.localName + '[' + attributes + ']' + text + '(' + inner + ')'
    // A number is shorter than the shape of a whole table.
    if (!numbers.has(shape)) numbers.set(shape, numbers.size)
    shapes.set(element, numbers.get(shape))
    return numbers.get(shape)
  }
  const reduce = (parent) => {
    const counts = new Map()
    for (const child of [...parent.children]) {
      const shape = shapeOf(child)
      const count = (counts.get(shape) ?? 0) + 1
      counts.set(shape, count)
      // Cells have the headers of their column, whose number must not change.
      if (count > MAX_ALIKE && !/^t[dh]$/.test(child.localName)) child.remove()
      else reduce(child)
    }
  }
  const root = document.documentElement.cloneNode(true)
  root.removeAttribute('data-test-early')
  const [head, body] = [root.querySelector('head'), root.querySelector('body')]
  const layers = [...document.querySelectorAll('dialog, [popover]')]
  for (const [at, layer] of [...root.querySelectorAll('dialog, [popover]')].entries()) {
    if (layers[at].matches(':modal')) layer.setAttribute('data-layer', 'modal')
    else if (layers[at].matches(':popover-open')) layer.setAttribute('data-layer', 'popover')
  }
  for (const script of root.querySelectorAll('script, head link:not([rel=stylesheet])')) script.remove()
  reduce(body)
  const ids = new Set([...body.querySelectorAll('[id]')].map(({ id }) => id))
  for (const name of REFERENCES) {
    for (const element of body.querySelectorAll('[' + name + ']')) {
      for (const id of element.getAttribute(name).split(/\\s+/)) {
        const target = ids.has(id) ? null : document.getElementById(id)
        if (target === null) continue
        ids.add(id)
        const label = document.createElement('span')
        Object.assign(label, { id, hidden: true, textContent: target.textContent })
        body.append(label)
      }
    }
  }
  for (const image of body.querySelectorAll('img')) {
    image.removeAttribute('srcset')
    image.setAttribute('src', 'data:,')
  }
  return {
    attributes: [...root.attributes].map(({ name, value }) => [name, value]),
    head: head.innerHTML,
    body: body.outerHTML,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrinted: matchMedia('print').matches,
  }
})()`

const SHOW = `async ({ attributes, head, body }) => {
  const root = document.documentElement
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
  for (const [name, value] of attributes) root.setAttribute(name, value)
  const parsed = new DOMParser().parseFromString('<!doctype html><head>' + head + '</head>' + body, 'text/html')
  const addresses = (from) => [...from.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href).join(' ')
  // Style sheets that are there already need not be read again.
  if (addresses(parsed) === addresses(document)) document.title = parsed.title
  else {
    document.head.replaceWith(document.adoptNode(parsed.head))
    const isLoading = [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null)
    await Promise.all(isLoading.map((link) => new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }))))
  }
  document.body.replaceWith(document.adoptNode(parsed.body))
  for (const layer of document.querySelectorAll('[data-layer]')) {
    layer.removeAttribute('open')
    if (layer.dataset.layer === 'modal') layer.showModal()
    else layer.showPopover()
  }
}`
