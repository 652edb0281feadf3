import type { Page } from '@playwright/test'
import { listenForViolations } from './violations.ts'

/** The addresses that React gives to forms whose action is a function, before and after hydration, without spaces. */
const ACTIONS_OF_REACT = [
  "javascript:thrownewError('Reactformunexpectedlysubmitted.')",
  "javascript:thrownewError('AReactformwasunexpectedlysubmitted.Ifyoucalledform.submit()manually,considerusingform.requestSubmit()instead.Ifyou\\'retryingtouseevent.stopPropagation()inasubmiteventhandler,consideralsocallingevent.preventDefault().')",
]

/** Runs in the browser: finds elements that could run something if a payload had become markup. */
const SUSPECTS = `[...document.querySelectorAll('*')].flatMap((element) => {
  const found = [...element.attributes].filter(({ name }) => /^on/i.test(name)).map(({ name }) => name)
  if (/^(IFRAME|OBJECT|EMBED|BASE|MARQUEE)$/i.test(element.tagName)) found.push('element')
  if (element.tagName === 'SCRIPT' && !element.nonce && !(element.src || '').startsWith(location.origin + '/_next/')) found.push('script')
  for (const name of ['href', 'src', 'action', 'formaction', 'xlink:href']) {
    const value = (element.getAttribute(name) || '').replaceAll(/[\\u0000-\\u0020]/g, '')
    const isOfReact = element.tagName === 'FORM' && ${JSON.stringify(ACTIONS_OF_REACT)}.includes(value)
    if (!isOfReact && /^(javascript|vbscript|data:text)/i.test(value)) found.push(name + ' ' + value)
  }
  return found.map((what) => what + ' in ' + element.outerHTML.slice(0, 120))
})`

const OPEN_ALL = `document.querySelectorAll('details').forEach((element) => { element.open = true })`
const SETTLE = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40)))'

/**
 * Listens for every effect of the payloads in the corpus, and searches the page for the elements that they would need.
 */
export class Executions {
  readonly found: string[] = []
  readonly #page: Page
  readonly #violations: string[]

  private constructor(page: Page, violations: string[]) {
    this.#page = page
    this.#violations = violations
  }

  static async listen(page: Page): Promise<Executions> {
    const executions = new Executions(page, await listenForViolations(page))
    const { found } = executions
    await page.exposeFunction('xss', () => void found.push(`xss() on ${page.url()}`))
    page.on('dialog', (dialog) => {
      found.push(`a dialog on ${page.url()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (message.text() === 'xss') found.push(`console.log on ${page.url()}`)
    })
    page.on('request', (request) => {
      const { pathname, hostname } = new URL(request.url())
      // Markdown may show an image of this server; headless shells load it long before it is visible.
      const isMarkdownImage = request.resourceType() === 'image' && /\/x$/.test(pathname)
      if ((/\/(?:x|xss)$/.test(pathname) && !isMarkdownImage) || /example|evil/.test(hostname))
        found.push(`${request.url()} asked by ${page.url()}`)
    })
    return executions
  }

  /** Opens a page with every collapsed element expanded. */
  async visit(path: string): Promise<void> {
    await this.#page.goto(path)
    await this.scan()
  }

  /** Checks the page in its current state. */
  async scan(): Promise<void> {
    await this.#page.evaluate(OPEN_ALL)
    await this.#page.evaluate(SETTLE)
    const suspects: string[] = await this.#page.evaluate(SUSPECTS)
    this.found.push(...suspects.map((suspect) => `${suspect} on ${this.#page.url()}`))
    this.found.push(...this.#violations.splice(0))
  }
}
