import { expect, test } from 'vitest'
import { markdownToHtml } from '../markdown/markdown-to-html.ts'
import { feedHtml } from './feed-html.ts'

const HREF = 'https://assay.test/p/demo/reports/post'

test('links in a feed lead to the same targets as on the page', () => {
  const { html } = markdownToHtml(
    '[one](/p/demo/runs?a=1&b=2), [two](https://example.com/x?y=1&z=2), [three](#deep), [four](other), ![p](/p/q.png)',
  )
  expect(feedHtml(html, HREF).match(/(?:href|src)="[^"]*"/g)).toEqual([
    'href="https://assay.test/p/demo/runs?a=1&amp;b=2"',
    'href="https://example.com/x?y=1&amp;z=2"',
    expect.stringMatching(/^href="https:\/\/assay\.test\/p\/demo\/reports\/post#/),
    'href="https://assay.test/p/demo/reports/other"',
    expect.stringMatching(/^(?:href|src)="https:\/\/assay\.test\/p\/q\.png"/),
  ])
})

test('text that looks like an attribute is unchanged, and ids are removed', () => {
  const { html } = markdownToHtml('## A head\n\nWrite `<a href="/x" id="y">` and href="/z" id="q".')
  const fed = feedHtml(html, HREF)
  expect(fed).toContain('href="/z" id="q"')
  expect(fed).toContain('href="/x" id="y"')
  expect(fed).toMatch(/<h\d[^>]*>/)
  expect(fed.match(/<h\d[^>]*>/)?.[0]).not.toContain('id=')
})
