import type { Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { fileNameOf } from '@assay/domain/specs/export/spec-document'
import { specArticle, specHtmlFile } from '@assay/domain/specs/export/spec-html'
import { specMarkdown } from '@assay/domain/specs/export/spec-markdown'
import { recordText } from '@assay/domain/specs/export/spec-record'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { moveIfLong } from '../http/move-request.ts'
import { problemResponse } from '../http/problem-document.ts'
import { DOCUMENT_FORMATS, type DocumentFormat } from '../pdf/document-formats.ts'
import type { Services } from '../services.ts'
import { readSpecDocument, type WholeSpec } from './read-spec-document.ts'
import { findSpec } from './spec-access.ts'

export const SpecFileFormat = z.enum(['markdown', 'html', 'pdf', 'json'])

/** Exports a spec as one self-contained file. Equal states of a spec give equal bytes. */
export async function exportSpec(
  { document, record }: WholeSpec,
  format: DocumentFormat,
): Promise<string | Buffer<ArrayBuffer>> {
  switch (format) {
    case 'markdown':
      return specMarkdown(document, record)
    case 'json':
      return `${recordText(record)}\n`
    case 'html':
      return specHtmlFile(document, record)
    case 'pdf': {
      const { name, title, authors, revision, updatedAt, href, origin } = document
      // Loaded on demand, because the fonts are large.
      const { renderPdf } = await import('../pdf/render-pdf.ts')
      const render = (html: string) =>
        renderPdf({
          ...{ html, title: `${name} ${title}`, author: authors.join(', '), base: href ?? origin },
          foot: `${name}, revision ${revision.number}, sha256 ${revision.sha256.slice(0, 16)}`,
          at: new Date(updatedAt),
        })
      if (document.files.length === 0) return render(specArticle(document))
      // An image that browsers show can be one that the PDF library cannot read; the text is exported without images then.
      return render(specArticle(document)).catch(() => render(specArticle(document, () => null)))
    }
  }
}

/** Name and media type of the exported file. */
export function fileOf({ document }: WholeSpec, format: DocumentFormat): { filename: string; mediaType: string } {
  const { mediaType, extension } = DOCUMENT_FORMATS[format]
  return { filename: `${fileNameOf(document)}.${extension}`, mediaType }
}

/** The response with the file: a download that loads and runs nothing when it is opened as a page. */
export async function specFileResponse(
  { workers }: Pick<Services, 'workers'>,
  whole: WholeSpec,
  format: DocumentFormat,
): Promise<Response> {
  const { filename, mediaType } = fileOf(whole, format)
  const { organization, project } = whole.document
  // A format that is written as it is stored costs less than sending it to a thread.
  const options = { key: `${organization}/${project}`, isSmall: format === 'json' || format === 'markdown' }
  await moveIfLong(whole.document.revision.text)
  const file = await workers.run('export-spec', { whole, format }, options)
  if (!file.ok) return problemResponse(file.error)
  return new Response(file.value, {
    headers: {
      'content-type': format === 'pdf' ? mediaType : `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${filename}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

/** A revision of a spec as one file. */
export async function exportRevision(
  { publicUrl, now }: Pick<Services, 'publicUrl' | 'now'>,
  access: ProjectAccess,
  by: By,
  { name, revision }: { name: string; revision: number | undefined },
): Promise<Result<WholeSpec, AppError>> {
  const found = await findSpec(access, by, name)
  return found.ok ? readSpecDocument(access, found.value, { revision, origin: publicUrl, now: now(), by }) : found
}
