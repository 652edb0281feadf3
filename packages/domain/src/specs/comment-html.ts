import { LruCache } from '../lru-cache.ts'
import { markdownToHtml } from '../publish/markdown/markdown-to-html.ts'

const rendered = new LruCache<string>(8_000_000)

/**
 * The Markdown of a comment, reply or response as HTML, with all of its words. Headings have no ids, because one page
 * shows many comments.
 *
 * @param topLevel level of the heading `#`
 */
export function commentHtml(text: string, topLevel: number): string {
  const render = () =>
    markdownToHtml(text, { topLevel, showsSource: true }).html.replaceAll(/<(h[2-6]) id="[^"]*"/g, '<$1')
  return rendered.get(`${topLevel} ${text}`, render, ({ length }) => length)
}
