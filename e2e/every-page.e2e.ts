// Every page complies with its own policy, fits a phone, can be printed, and is readable in light and dark mode. Pages
// of the demo are found by their links; pages without links are listed.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { specsOf } from './support/calls.ts'
import { expectNoSidewaysScroll, PHONE } from './support/layout.ts'
import { expect, test } from './support/test.ts'
import { setUpOwner } from './support/test-accounts.ts'
import { listenForViolations } from './support/violations.ts'

const COMPARISON = '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&group=writes&clients=24'

/** Start pages, whose links lead to all others. */
const FIRST = [
  '/p/demo',
  COMPARISON,
  `${COMPARISON}&view=chart`,
  '/docs',
  '/docs/api',
  '/p/demo/specs/FS-1',
  '/p/demo/specs/DS-1',
]

/** Kinds whose own tests rely on this one for accessibility, because they open the page as its links do. */
const CHECKED_HERE = [
  'docs',
  'docs/[page]',
  'docs/api',
  'p/[project]',
  'p/[project]/builds',
  'p/[project]/builds/[id]',
  'p/[project]/configs',
  'p/[project]/configs/[id]',
  'p/[project]/data',
  'p/[project]/experiments',
  'p/[project]/experiments/[slug]',
  'p/[project]/hardware',
  'p/[project]/hardware/[id]',
  'p/[project]/hardware/[id]/noise',
  'p/[project]/known-bugs',
  'p/[project]/known-bugs/[slug]',
  'p/[project]/series',
  'p/[project]/specs/[spec]',
  'p/[project]/versions/[product]/[version]',
  '/p/demo/studies/compilers',
  '/p/demo/studies/scale-up',
  '/p/demo/studies/sweep',
]

/** Pages that no link leads to. */
const UNLINKED = ['/sign-in', '/sign-up', '/reset-password', '/verify?token=x', '/invitations/x']

const DESKTOP = { width: 1280, height: 720 }

/** The links of two pages of each kind are followed, because one page may lack an element, such as a chart. */
const OF_EACH_KIND = 2
const MAX_PAGES = 130

// A broken link is an error of the page that contains it, which other tests check.
test.use({ sharesPage: false, expectedErrors: /status of 404/ })

test('pages of the demo comply with their policy, fit a phone, print, and are readable in dark mode', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(30 * 60_000)
  const violations = await listenForViolations(page)
  const problems: string[] = []
  const kindOf = kindsOfPages()
  const kinds = new Map<string, number>()
  const opened = new Set<string>()
  const checked = new Set<string>()
  const waiting = [...FIRST]
  for (let path = waiting.shift(); path !== undefined && opened.size < MAX_PAGES; path = waiting.shift()) {
    if (opened.has(path)) continue
    const isFirst = ![...opened].some((other) => kindOf(other) === kindOf(path))
    opened.add(path)
    await test.step(path, async () => {
      const isChecked = isFirst || FIRST.includes(path)
      if (isChecked) expectNotStored(await page.goto(path))
      for (const link of isChecked ? await linksOf(page) : await linksOfMarkup(page, path)) {
        const kind = kindOf(link)
        const count = kinds.get(kind) ?? 0
        if (count >= OF_EACH_KIND) continue
        kinds.set(kind, count + 1)
        waiting.push(link)
      }
      if (!isChecked) return
      checked.add(kindOf(path))
      await expectGoodPage(page, expectAccessible).catch(note(problems, path))
    })
  }
  expect(problems).toEqual([])
  expect(CHECKED_HERE.filter((kind) => !checked.has(kind))).toEqual([])
  expect(kinds.size).toBeGreaterThan(30)
  expect(violations).toEqual([])
})

test('pages without links fit a phone, print, and are readable in dark mode', async ({ page, expectAccessible }) => {
  const violations = await listenForViolations(page)
  const problems: string[] = []
  for (const path of UNLINKED) {
    await test.step(path, async () => {
      expectNotStored(await page.goto(path))
      await expectGoodPage(page, expectAccessible).catch(note(problems, path))
    })
  }
  await setUpOwner(page)
  const { create, inviteGuest } = specsOf(page)
  const name = await create({ kind: 'functional', title: 'Read from outside', text: '## Goals\n\nAll of them.' })
  for (const path of [await inviteGuest(name, 'Rita Outside'), `/p/demo/specs/${name}/reviewers`, '/account']) {
    await test.step(path, async () => {
      expectNotStored(await page.goto(path))
      await expectGoodPage(page, expectAccessible).catch(note(problems, path))
    })
  }
  expect(problems).toEqual([])
  expect(violations).toEqual([])
})

/** A page is stored by no cache, because others could read it there after its reader signed out. */
const expectNotStored = (response: Response | null) =>
  expect(response?.headers()['cache-control'], response?.url()).toMatch(/no-store/)

/** Collects the problems of a page, so that one page does not hide the next. */
const note = (problems: string[], path: string) => (error: unknown) => {
  problems.push(`${path}: ${error}`)
}

/** Checks one page in light and dark mode, on a phone and in print, without opening it again. */
async function expectGoodPage(page: Page, expectAccessible: (...rules: string[]) => Promise<void>): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expectAccessible('color-contrast', 'link-in-text-block')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toBeVisible()
  const controls = page
    .getByRole('button', { name: 'Switch light and dark' })
    .or(page.getByRole('form', { name: /^(Filter|Comparison)/ }))
  expect(await controls.filter({ visible: true }).count(), 'controls that are printed').toBe(0)
}

async function linksOf(page: Page): Promise<string[]> {
  const links = await page
    .getByRole('link')
    .evaluateAll((elements) => elements.map((element) => String(element.getAttribute('href'))))
  return ownPages(links, page.url())
}

/** The links of a second page of a kind, which is read without a browser, because the first one was checked in one. */
async function linksOfMarkup(page: Page, path: string): Promise<string[]> {
  const answer = await page.request.get(path)
  expect(answer.status(), path).toBe(200)
  expect(answer.headers()['cache-control'], path).toMatch(/no-store/)
  const links = [...(await answer.text()).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = '']) => href)
  return ownPages(links.map(unescapeMarkup), path)
}

/** The characters that React escapes in attributes. An address with an apostrophe would otherwise end at the `#` of its escape. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const unescapeMarkup = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (name) => ESCAPES[name] ?? name)

/** Returns paths of links to our pages, without downloads and anchors on the same page. */
function ownPages(links: readonly string[], source: string): string[] {
  const pages = links.filter(
    (link) => /^\/(?!\/|api\/)/.test(link) && !/\/export\b|\/feed|\.(?:csv|json|xml|svg|png|ics)\b/.test(link),
  )
  // Only texts that people wrote have addresses of earlier versions.
  const short = pages.filter((link) => link.startsWith('/p/') && link !== '/p/demo/specs/FS-1')
  expect(short, `links of ${source} to addresses of earlier versions`).toEqual([])
  return [...new Set(pages.map((link) => link.replace(/#.*/, '')))]
}

/** Returns the kind of page for an address: hundreds of runs are of one kind, and every study is a kind. */
function kindsOfPages(): (path: string) => string {
  const isFilled = (part: string) => part.startsWith('[')
  const app = join(import.meta.dirname, '../apps/web/src/app')
  const routes = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page|route)\.tsx?$/.test(file))
    .map((file) =>
      file
        .split('/')
        .slice(0, -1)
        .filter((part) => !/^[(@]/.test(part)),
    )
    .toSorted((a, b) => a.filter(isFilled).length - b.filter(isFilled).length)
    .map((parts) => ({
      route: parts.join('/'),
      pattern: new RegExp(
        `^/${parts.map((part) => (isFilled(part) ? '[^/]+' : part.replaceAll('.', '\\.'))).join('/')}$`,
      ),
    }))
  return (path) => {
    // The folder of the pages of a project has one parameter, the key of the project.
    const pathname = new URL(path, 'http://localhost').pathname.replace(/^\/o\/[^/]+\/p\//, '/p/')
    const found = routes.find(({ pattern }) => pattern.test(pathname))?.route ?? pathname
    return found.includes('[study]') ? pathname : found
  }
}
