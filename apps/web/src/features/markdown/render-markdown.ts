import * as markdown from '@assay/domain/publish/markdown/render-markdown'

/** What people wrote, as HTML for a page: the only way in which pages show Markdown. No script for the reader. */
export function renderMarkdown(text: string, options?: markdown.MarkdownOptions): markdown.RenderedMarkdown {
  return markdown.renderMarkdown(text, options)
}
