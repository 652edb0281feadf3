import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { renderPdf } from './render-pdf.ts'

const AT = new Date('2026-11-21T09:00:00Z')
const pdfOf = (html: string) =>
  renderPdf({
    title: 'A sort',
    author: 'Ines Okafor',
    html,
    base: 'https://assay.test',
    foot: 'DS-2, revision 3',
    at: AT,
  })

const open = async (html: string) => getDocumentProxy(new Uint8Array(await pdfOf(html)))
async function textOf(html: string): Promise<string> {
  const { text } = await extractText(await open(html), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

const TEXT = `# A faster sort

Keys are read *once*, in $n \\log_2 n$ steps; see [the runs](/p/demo/runs) and \`sort.cc\`.

| Keys | Rate |
| --- | ---: |
| random | 4.83 ↑ |

- one
  - inner ≤ 2

> quoted

\`\`\`
if (a)
    b
\`\`\`

$$\\frac{x + 1}{2} \\oplus y^2$$
`

test('the text, its table, list, code and formulas are in the PDF', async () => {
  const text = await textOf(markdownToHtml(TEXT).html)
  for (const fragment of ['A faster sort', 'Keys are read once', 'n log2 n', 'random 4.83 ↑', 'inner ≤ 2', 'quoted']) {
    expect(text).toContain(fragment)
  }
  expect(text).toContain('(x + 1)/2 ⊕ y2')
  expect(text).toMatch(/if \(a\) +b/)
  expect(text).toContain('DS-2, revision 3 1 / 1')
})

test('equal documents have equal bytes', async () => {
  const { html } = markdownToHtml(TEXT)
  expect((await pdfOf(html)).equals(await pdfOf(html))).toBe(true)
})

test('links lead to our own address, and headings form the outline', async () => {
  const pdf = await open(
    `${markdownToHtml(TEXT).html}<h3 id="a">Inner</h3><h2 id="b">Second</h2><p><a href="#b">up</a></p>`,
  )
  const links = (await (await pdf.getPage(1)).getAnnotations()).map(({ url, dest }) => url ?? dest)
  expect([...new Set(links)]).toEqual(['https://assay.test/p/demo/runs', 'b'])
  expect(await pdf.getOutline()).toMatchObject([
    { title: 'A faster sort', items: [{ title: 'Inner' }] },
    { title: 'Second' },
  ])
})

test('cells with rowspan or colspan keep their neighbors in place', async () => {
  const html = '<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  expect(await textOf(html)).toMatch(/a b c d/)
  expect(
    await textOf('<table><tr><td colspan="9999">wide</td></tr><tr><td rowspan="70">tall</td></tr></table>'),
  ).toContain('wide tall')
})

test('no script runs, nothing is fetched, and no file is read', async () => {
  const text = await textOf(
    '<script>no</script><p>yes</p><img src="file:///etc/passwd" alt="picture"><img src="http://169.254.169.254/x">',
  )
  expect(text).toContain('yes picture')
  expect(text).not.toContain('no ')
})

test('a text beyond the limits of Markdown, and a cell higher than a page, are complete', async () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `w${at}`)
  const long = await textOf(`<pre><code>${words.join('\n')}</code></pre>`)
  for (const word of ['w0', 'w1499', 'w2999']) expect(long).toContain(word)
  const cell = await textOf(`<table><tr><td>${words.join(' ')}</td><td>b</td></tr></table>`)
  for (const word of ['w0', 'w1499', 'w2999']) expect(cell).toContain(word)
})

test('long tables continue on the next page, with a repeated header', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `<tr><td>row ${i}</td><td>${i}</td></tr>`).join('')
  const pdf = await open(`<table><thead><tr><th>Head</th><th>N</th></tr></thead><tbody>${rows}</tbody></table>`)
  const { text } = await extractText(pdf)
  expect(text.length).toBeGreaterThan(2)
  for (const page of text) expect(page).toContain('Head')
})
