import type { Grid } from '@assay/domain/compare/grid'
import { renderCsv } from '@assay/domain/compare/render-csv'
import { renderHtml } from '@assay/domain/compare/render-html'
import { renderJson } from '@assay/domain/compare/render-json'
import { renderMarkdown } from '@assay/domain/compare/render-markdown'
import { renderText } from '@assay/domain/compare/render-text'

export const EXPORT_FORMATS = {
  text: { mediaType: 'text/plain', extension: 'txt' },
  csv: { mediaType: 'text/csv', extension: 'csv' },
  json: { mediaType: 'application/json', extension: 'json' },
  markdown: { mediaType: 'text/markdown', extension: 'md' },
  html: { mediaType: 'text/html', extension: 'html' },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** One grid in one form; page, API and CLI all export through here. */
export function exportGrid(grid: Grid, format: ExportFormat): string {
  switch (format) {
    case 'text':
      return renderText(grid)
    case 'csv':
      return renderCsv(grid)
    case 'json':
      return renderJson(grid)
    case 'markdown':
      return renderMarkdown(grid)
    case 'html':
      return renderHtml(grid)
  }
}
