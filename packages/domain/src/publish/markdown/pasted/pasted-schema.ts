import type { Options } from 'rehype-sanitize'

/** The allow-list for pasted HTML: what Markdown has. Other elements are removed and their text stays. */
export const pastedSchema: Options = {
  tagNames: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'pre', 'hr', 'br', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'img', 'code', 'em', 'strong', 'del'],
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    ol: ['start'],
    td: ['colSpan', 'rowSpan', 'align'],
    th: ['colSpan', 'rowSpan', 'align'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'title', 'template', 'noscript', 'textarea', 'select', 'svg', 'math', 'iframe', 'object'],
  allowComments: false,
}
