// Texts that send a reader to an entry of the navigation name one that exists, with the section above it.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectSections, settingsPages } from './project-sections.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
/** Sources whose texts people read: pages, mails, messages of the API and of the command line. */
const SOURCES = ['apps/web/src', 'apps/cli/src', 'packages/api/src', 'packages/domain/src', 'scripts']

/** Labels of the pages of each section. */
const PAGES = new Map([
  ...projectSections('demo', true).map(({ name, pages }) => [name as string, pages.map(({ label }) => label)] as const),
  ['Settings', settingsPages('demo').map(({ label }) => label)] as const,
])
const LABELS = new Set([...PAGES.keys(), ...[...PAGES.values()].flat()])
/** Menus and pages outside of the navigation of a project. */
const ELSEWHERE = new Set(['Organizations', 'Identity provider', 'Docs', 'Seal'])

const NAME = '[A-Z][a-z]+(?: [a-z]+)?'
/** `*Data*, *Import*`: the section, the page and perhaps a button on it. */
const STEPS_IN_DOCUMENT = new RegExp(`\\*(${NAME})\\*((?:,\\s+(?:then )?\\*[^*]+\\*)+)`, 'g')
const PAGE_IN_DOCUMENT = new RegExp(
  `(?:\\b[Tt]he (?:page|list)\\s+\\*(${NAME})\\*|\\*(${NAME})\\*\\s+in\\s+the\\s+(?:navigation|bar|menu))`,
  'g',
)
/** `under Settings, Tokens`, and `Open Data in the bar`. */
const STEPS_IN_SOURCE = new RegExp(`\\bunder (${NAME})((?:(?:, | or )${NAME})*)`, 'g')
const ENTRY_IN_SOURCE = new RegExp(`\\b(?:[Oo]pen|[Ss]ee) (${NAME}) in the (?:bar|navigation|menu)`, 'g')

test('the steps of documents lead through the navigation', () => {
  const problems: string[] = []
  for (const { path, text } of documents()) {
    for (const [steps, section = '', rest = ''] of text.matchAll(STEPS_IN_DOCUMENT)) {
      const pages = PAGES.get(section)
      const [page = ''] = [...rest.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name ?? '')
      if (pages !== undefined && pages.length > 1 && !pages.includes(page)) problems.push(`${path}: ${steps}`)
    }
    for (const [match, page = '', entry = page] of text.matchAll(PAGE_IN_DOCUMENT)) {
      if (!LABELS.has(entry) && !ELSEWHERE.has(entry)) problems.push(`${path}: ${match}`)
    }
  }
  expect(problems).toEqual([])
})

test('texts of pages and messages name entries of the navigation by their section', () => {
  const problems: string[] = []
  let count = 0
  for (const { path, text } of SOURCES.flatMap(listSources)) {
    for (const [match, section = '', rest = ''] of text.matchAll(STEPS_IN_SOURCE)) {
      const names = rest.split(/, | or /).filter(Boolean)
      const isEntry = LABELS.has(section) || names.some((name) => LABELS.has(name))
      if (!isEntry) continue
      count += 1
      const pages = PAGES.get(section) ?? []
      if (!PAGES.has(section) || names.some((name) => !pages.includes(name))) problems.push(`${path}: ${match}`)
    }
    for (const [match, entry = ''] of text.matchAll(ENTRY_IN_SOURCE)) {
      count += 1
      if (!PAGES.has(entry)) problems.push(`${path}: ${match}`)
    }
  }
  expect(problems).toEqual([])
  expect(count, 'texts that name an entry').toBeGreaterThan(3)
})

const documents = () => [
  ...['README.md', 'CHANGELOG.md'].map((path) => ({ path, text: read(path) })),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: `docs/${name}`, text: read(`docs/${name}`) })),
]

function listSources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|node_modules|generated/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: read(`${folder}/${name}`).replaceAll(/\s+/g, ' ') }))
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
