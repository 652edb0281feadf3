import * as markdown from '@assay/domain/publish/markdown/render-markdown'

/** Renders Markdown of users to HTML on the server. All Markdown on pages passes through it. */
export function renderMarkdown(text: string, options?: markdown.MarkdownOptions): markdown.RenderedMarkdown {
  return markdown.renderMarkdown(text, options)
}
