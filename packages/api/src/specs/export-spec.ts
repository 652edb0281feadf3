import { fileNameOf } from '@assay/domain/spec/export/spec-document'
import { specArticle, specHtmlFile } from '@assay/domain/spec/export/spec-html'
import { specMarkdown } from '@assay/domain/spec/export/spec-markdown'
import type { WholeSpec } from './read-document.ts'

export const SPEC_FORMATS = {
  markdown: { mediaType: 'text/markdown', extension: 'md' },
  html: { mediaType: 'text/html', extension: 'html' },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
} as const
export type SpecFormat = keyof typeof SPEC_FORMATS

/** A spec as a file that stands by itself. Equal states of a spec give equal bytes. */
export async function exportSpec(
  { document, record }: WholeSpec,
  format: SpecFormat,
): Promise<string | Buffer<ArrayBuffer>> {
  switch (format) {
    case 'markdown':
      return specMarkdown(document, record)
    case 'html':
      return specHtmlFile(document, record)
    case 'pdf': {
      const { name, title, authors, revision, updatedAt, href, origin } = document
      // Only who asks for one loads the fonts.
      const { renderPdf } = await import('../pdf/render-pdf.ts')
      return renderPdf({
        title: `${name} ${title}`,
        author: authors.join(', '),
        html: specArticle(document),
        base: href ?? origin,
        foot: `${name}, revision ${revision.number}, sha256 ${revision.sha256.slice(0, 16)}`,
        at: new Date(updatedAt),
      })
    }
  }
}

/** The file as an answer: a download that, shown as a page, loads and runs nothing. */
export async function specFileResponse(whole: WholeSpec, format: SpecFormat): Promise<Response> {
  const { mediaType, extension } = SPEC_FORMATS[format]
  return new Response(await exportSpec(whole, format), {
    headers: {
      'content-type': format === 'pdf' ? mediaType : `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileNameOf(whole.document)}.${extension}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
