/** The formats in which reports and specs are exported. */
export const DOCUMENT_FORMATS = {
  markdown: { mediaType: 'text/markdown', extension: 'md' },
  html: { mediaType: 'text/html', extension: 'html' },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  json: { mediaType: 'application/json', extension: 'json' },
} as const
export type DocumentFormat = keyof typeof DOCUMENT_FORMATS
