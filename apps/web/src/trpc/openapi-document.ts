import { ERRORS } from '@assay/api/errors'
import { openApiDocument } from '@assay/api/rest/openapi'
import { services } from './services.ts'

/** The OpenAPI document of this server, under the address by which people reach it. */
export const getOpenApiDocument = async () => openApiDocument((await services()).publicUrl)

/** A kind of error as a problem document. */
export type Problem = { code: string; status: number; title: string }

/** Every kind of error that the doors answer with; problem documents point at them. */
export const listProblems = (): Problem[] =>
  Object.entries(ERRORS).map(([code, { status, title }]) => ({ code, status, title }))
