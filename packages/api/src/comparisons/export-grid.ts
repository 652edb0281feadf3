import type { Grid } from '@assay/domain/compare/grid'
import { withAbsoluteLinks } from '@assay/domain/compare/render/absolute-links'
import { renderCsv } from '@assay/domain/compare/render/render-csv'
import { renderHtml } from '@assay/domain/compare/render/render-html'
import { renderJson } from '@assay/domain/compare/render/render-json'
import { renderMarkdown } from '@assay/domain/compare/render/render-markdown'
import { renderText } from '@assay/domain/compare/render/render-text'
import { tldrHtml, tldrMarkdown } from '@assay/domain/compare/tldr/render-tldr'
import type { Tldr } from '@assay/domain/compare/tldr/tldr'
import { z } from 'zod'

export const EXPORT_FORMATS = {
  text: { mediaType: 'text/plain', extension: 'txt' },
  csv: { mediaType: 'text/csv', extension: 'csv' },
  json: { mediaType: 'application/json', extension: 'json' },
  markdown: { mediaType: 'text/markdown', extension: 'md' },
  html: { mediaType: 'text/html', extension: 'html' },
} as const

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const FormatName = z.enum(['text', 'csv', 'json', 'markdown', 'html'])

export type Exported = {
  grid: Grid
  tldr: Tldr
  /** The tl;dr as a person edited it; null when nobody did. */
  edited?: string | null
  /** Address of this server, put before links to its pages. */
  origin: string
}

/** Renders a comparison in one format, with its tl;dr in the formats that have text. Page and API export use this. */
export function exportComparison({ grid: own, tldr, edited = null, origin }: Exported, format: ExportFormat): string {
  const grid = withAbsoluteLinks(own, origin)
  const short = { derived: tldr, edited }
  switch (format) {
    case 'text':
      return renderText(grid)
    case 'csv':
      return renderCsv(grid)
    case 'json':
      return renderJson({ ...grid, tldr: { ...tldr, edited } })
    case 'markdown':
      return tldrMarkdown(short) + renderMarkdown(grid)
    case 'html':
      return tldrHtml(short) + renderHtml(grid)
  }
}
