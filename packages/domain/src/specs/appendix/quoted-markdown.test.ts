import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownToHtml } from '../../publish/markdown/markdown-to-html.ts'
import { commentHtml } from '../comment-html.ts'
import { quotedMarkdown } from './quoted-markdown.ts'

/** Pieces of Markdown, each with a word of its own after it, in any order and nesting. */
const PIECES = [
  ...[
    '# ',
    '- ',
    '1. ',
    '> ',
    '```\n',
    '~~~\n',
    '    ',
    '\n',
    '\n\n',
    '| a | b |\n|---|---|\n| ',
    '<div>',
    '</div>',
    '<!-- ',
  ],
  ...[
    '--> ',
    '<b>',
    '<script>',
    '[x]: ',
    '[^1]: ',
    '[^1]',
    '[x]',
    '**',
    '*',
    '`',
    '$',
    '$$\n',
    '\\',
    '&amp;',
    '![',
    '](',
    ')',
    '\n===\n',
  ],
  ...['\n---\n', '<', '>', '|', '  \n', '\t'],
]

const texts = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
  .map((pieces) => pieces.map((piece, at) => `${piece}w${'abcdefghijklmnopq'[at] ?? ''}z`).join(' '))

/** Characters that a reader sees, and addresses of links, without markup. */
const visible = (html: string) => html.replaceAll(/<(?!a )[^>]*>/g, ' ')

test('no word of a comment is left out, on pages and in files, whatever its Markdown', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const file = `Before.\n\n${quotedMarkdown(text)}\n\nAfter.\n`
      const shown = { page: commentHtml(text, 5), file: markdownToHtml(file, { showsSource: true }).html }
      for (const word of text.match(/w[a-q]z/g) ?? []) {
        expect(visible(shown.page), `page: ${JSON.stringify(text)}`).toContain(word)
        expect(visible(shown.file), `file: ${JSON.stringify(text)}`).toContain(word)
      }
      expect(shown.file).toMatch(/^<p>Before\.<\/p>\n<blockquote>[\s\S]*<\/blockquote>\n<p>After\.<\/p>$/)
    }),
    { numRuns: 200 },
  )
})
