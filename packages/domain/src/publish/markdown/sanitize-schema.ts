import { defaultSchema, type Options } from 'rehype-sanitize'

/**
 * The allow-list for rendered Markdown: GitHub's without its exceptions for raw HTML, plus the classes of mathematics.
 * Other elements are removed and their text stays.
 *
 * @param idPrefix prefix of every id, so that no id of a text matches one that a script uses.
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
    // Inputs are allowed only as checkboxes of task lists.
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
