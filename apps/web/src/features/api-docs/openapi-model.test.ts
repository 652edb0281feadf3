import { openApiDocument } from '@assay/api/rest/openapi'
import { expect, test } from 'vitest'
import { OpenApiModel } from './openapi-model.ts'

test('the page reads the whole document of the REST interface', async () => {
  const read = OpenApiModel.safeParse(JSON.parse(JSON.stringify(await openApiDocument('http://localhost:3000'))))
  expect(read.error?.issues ?? []).toEqual([])
})
