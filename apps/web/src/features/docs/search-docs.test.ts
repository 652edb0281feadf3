import { readFileSync } from 'node:fs'
import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { splitSections } from '@assay/domain/publish/markdown/split-sections'
import { expect, test } from 'vitest'
import { docHref } from './doc-href.ts'
import { DOCS } from './doc-list.ts'
import { searchDocs } from './search-docs.ts'

const fileOf = (name: string) => readFileSync(new URL(`../../../../../docs/${name}.md`, import.meta.url), 'utf8')
const docs = DOCS.map((doc) => ({ ...doc, sections: splitSections(fileOf(doc.name)) }))

test.each(DOCS)('the title of $name is its first line', ({ name, title }) => {
  expect(fileOf(name).split('\n')[0]).toBe(`# ${title}`)
})

test.each(docs)('sections of $name are its rendered headings', ({ name, sections }) => {
  const { headings } = markdownToHtml(fileOf(name), { idPrefix: '' })
  expect(sections.map(({ id }) => id)).toEqual(['', ...headings.map(({ id }) => id)])
})

test('every document is found by its title, and titles come before headings and text', () => {
  for (const { name, title } of DOCS) expect(searchDocs(docs, title)[0]?.doc.name).toBe(name)
  expect(searchDocs(docs, 'tokens')[0]).toMatchObject({ doc: { name: 'tokens' }, heading: 'Tokens' })
})

test('a match has every word, at the beginning of a word', () => {
  const found = searchDocs(docs, 'interval REPEATS')
  expect(found.length).toBeGreaterThan(0)
  for (const { doc, id } of found) {
    const section = docs.find(({ name }) => name === doc.name)?.sections.find((one) => one.id === id)
    const text = `${section?.heading} ${section?.text}`.toLowerCase()
    expect(text).toMatch(/\binterval/)
    expect(text).toMatch(/\brepeats/)
  }
  expect(searchDocs(docs, 'etention')).toEqual([])
  expect(searchDocs(docs, ' ')).toEqual([])
})

test('links lead to pages of the product, and files that only a checkout has are not links', () => {
  expect(docHref('verdicts.md')).toBe('/docs/verdicts')
  expect(docHref('specs.md#seal')).toBe('/docs/specs#doc-seal')
  expect(docHref('pictures/overview.png')).toBe('/docs/pictures/overview.png')
  expect(docHref('#limits')).toBe('#limits')
  expect(docHref('https://oembed.com')).toBe('https://oembed.com')
  for (const path of [
    'decisions/191-exact-null-distributions.md',
    '../.env.example',
    'pictures/../x.png',
    'preview.schema.json',
  ])
    expect(docHref(path)).toBeNull()
})

test('every link between documents leads to a heading', () => {
  const ids = new Map(docs.map(({ name, sections }) => [name, new Set(sections.map(({ id }) => id))]))
  for (const { name } of DOCS)
    for (const [, to = '', heading] of fileOf(name).matchAll(/\]\(([\w-]+)\.md#([^)]+)\)/g))
      if (ids.has(to)) expect(ids.get(to), `${name}.md links to ${to}.md#${heading}`).toContain(heading)
})

test.each(docs)('no table of $name has an empty heading', ({ name }) => {
  expect(markdownToHtml(fileOf(name)).html).not.toMatch(/<th[^>]*><\/th>/)
})
