import { openApiDocument } from '@assay/api/rest/openapi'
import { services } from './services.ts'

/** The OpenAPI document of this server, under the address by which people reach it. */
export const getOpenApiDocument = async () => openApiDocument((await services()).publicUrl)
