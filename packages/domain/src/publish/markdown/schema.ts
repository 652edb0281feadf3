import { defaultSchema, type Options } from 'rehype-sanitize'

/**
 * The allow-list of rendered Markdown: the one of GitHub, without the exceptions for raw HTML, plus the classes that
 * mark mathematics. Other elements are removed and their text stays.
 *
 * @param idPrefix put before every id, so that no id of a text names something that a script asks the page for.
 */
export function markdownSchema(idPrefix: string): Options {
  return {
    ...defaultSchema,
    tagNames: TAG_NAMES,
    attributes: {
      a: ['href', 'title', 'ariaDescribedBy', 'ariaLabel', 'dataFootnoteBackref', 'dataFootnoteRef', 'id'],
      code: [['className', /^language-[\w+#.-]{1,40}$/, 'math-inline', 'math-display']],
      div: [],
      h2: ['id', ['className', 'visually-hidden']],
      img: ['src', 'alt', 'title'],
      input: [['type', 'checkbox'], ['disabled', true], 'checked'],
      li: ['id', ['className', 'task-list-item']],
      ol: ['start', ['className', 'contains-task-list']],
      section: ['dataFootnotes', ['className', 'footnotes']],
      td: [['align', 'left', 'right', 'center']],
      th: [['align', 'left', 'right', 'center']],
      ul: [['className', 'contains-task-list']],
      '*': [],
    },
    // Links to figures are removed or resolved in bind-numbers.ts.
    protocols: { href: ['http', 'https', 'mailto', 'figure'], src: ['http', 'https'] },
    // An input is only allowed as the checkbox of a task list.
    required: { input: { disabled: true, type: 'checkbox' } },
    clobber: ['ariaDescribedBy', 'ariaLabelledBy', 'id', 'name'],
    clobberPrefix: idPrefix,
    strip: ['script', 'style'],
  }
}

const TAG_NAMES = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr', 'br', 'section'],
  ...['ul', 'ol', 'li', 'input', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['a', 'img', 'code', 'em', 'strong', 'del', 'sup'],
]
