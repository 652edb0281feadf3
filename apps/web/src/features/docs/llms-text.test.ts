import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GET } from '../../app/docs/text/[name]/route.ts'
import { writeLlmsText } from './llms-text.ts'

const DOCS = join(import.meta.dirname, '../../../../../docs')

test('llms.txt has a title, a summary and sections of links to documents that exist', () => {
  const text = writeLlmsText('https://assay.example')
  expect(text).toMatch(/^# Assay\n\n> .+\n\n[^#]+\n\n## Interfaces\n\n- \[/)
  const links = [...text.matchAll(/\]\(https:\/\/assay\.example\/docs\/text\/([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect(links.length).toBeGreaterThan(25)
  expect(links.filter((name) => !existsSync(join(DOCS, `${name}.md`)))).toEqual([])
  // Every section has links only, each on a line of its own.
  for (const section of text.split('\n## ').slice(1)) {
    expect(
      section
        .trim()
        .split('\n')
        .slice(2)
        .every((line) => line.startsWith('- [')),
    ).toBe(true)
  }
})

test('a document is sent as Markdown, and nothing outside of the documents', async () => {
  const read = (name: string) => GET(new Request('http://localhost'), { params: Promise.resolve({ name }) })
  for (const name of ['../package', 'decisions/README', 'nothing', '']) expect((await read(name)).status).toBe(404)
})
