import * as markdown from '@assay/domain/publish/markdown/render-markdown'

/** Renders Markdown written by users to HTML on the server: the only way in which pages show Markdown. */
export function renderMarkdown(text: string, options?: markdown.MarkdownOptions): markdown.RenderedMarkdown {
  return markdown.renderMarkdown(text, options)
}
