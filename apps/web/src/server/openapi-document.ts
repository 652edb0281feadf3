import { ERRORS } from '@assay/api/errors'
import { openApiDocument } from '@assay/api/rest/openapi'
import { services } from './web-services.ts'

/** The OpenAPI document of this server, with its public address. */
export const getOpenApiDocument = async () => openApiDocument((await services()).publicUrl)

/** A kind of error as a problem document. */
export type Problem = { code: string; status: number; title: string }

/** Lists every kind of error that endpoints return; problem documents link to them. */
export const listProblems = (): Problem[] =>
  Object.entries(ERRORS).map(([code, { status, title }]) => ({ code, status, title }))
