import { appError } from '@assay/api/errors'
import { problemResponse } from '@assay/api/http/problem-document'
import { DOCUMENT_FORMATS, type DocumentFormat } from '@assay/api/pdf/document-formats'
import { specFileResponse } from '@assay/api/specs/export-spec'
import { openLink } from '@assay/api/specs/spec-links'
import { cache } from 'react'
import { services } from './web-services.ts'

/** Opens the public link of a spec, once for a page and its metadata; null for an unknown link. */
export const getLinkedSpec = cache(async (secret: string) => openLink(await services(), secret))

/** Responds with an exported file of the linked spec. */
export async function answerLinkedFile(secret: string, request: Request): Promise<Response> {
  const requestedFormat = new URL(request.url).searchParams.get('format') ?? ''
  const format = Object.keys(DOCUMENT_FORMATS).find((name): name is DocumentFormat => name === requestedFormat)
  const whole = await getLinkedSpec(secret)
  return whole === null || format === undefined
    ? problemResponse(appError('not-found', 'Page not found. Check the address, or ask for a new link.'))
    : specFileResponse(await services(), whole, format)
}
