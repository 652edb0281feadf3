import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { restRoutes } from './routes.ts'

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(openApiDocument('http://localhost:3000')))
  expect(result).toMatchObject({ valid: true })
})

test('every reference leads to a schema, and none to itself', () => {
  const document = openApiDocument('http://localhost:3000')
  const { schemas } = document.components as { schemas: Record<string, unknown> }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references)
    expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''))
  for (const [name, schema] of Object.entries(schemas))
    expect(schema).not.toEqual({ $ref: `#/components/schemas/${name}` })
})

test('every route is documented with its errors', () => {
  const { paths } = openApiDocument('http://localhost:3000') as {
    paths: Record<string, Record<string, { responses: object }>>
  }
  for (const route of restRoutes) {
    expect(Object.keys(paths[route.path]?.[route.method]?.responses ?? {}).length).toBeGreaterThan(1)
  }
})
