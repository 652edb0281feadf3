import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'
import { restRoutes } from './routes.ts'

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(await openApiDocument('http://localhost:3000')))
  expect(result).toMatchObject({ valid: true })
})

test('every reference leads to a schema, and none to itself', async () => {
  const document = await openApiDocument('http://localhost:3000')
  const { schemas } = document.components as { schemas: Record<string, unknown> }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references)
    expect(Object.keys(schemas)).toContain(reference.replace('#/components/schemas/', ''))
  for (const [name, schema] of Object.entries(schemas))
    expect(schema).not.toEqual({ $ref: `#/components/schemas/${name}` })
})

test('every route is documented with its errors', async () => {
  const { paths } = await openApiDocument('http://localhost:3000')
  for (const route of restRoutes) {
    expect(Object.keys(paths[route.path]?.[route.method]?.responses ?? {}).length).toBeGreaterThan(1)
  }
})

test('a schema has one form under its name, in requests and responses', () => {
  const forms = new Map<string, string>()
  const addForms = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    const id = schema.meta()?.id
    const named = root.$ref === undefined && id !== undefined ? { ...$defs, [id]: { ...root, id } } : $defs
    for (const [name, definition] of Object.entries(named)) {
      const form = JSON.stringify(definition)
      expect(form, name).toBe(forms.get(name) ?? form)
      forms.set(name, form)
    }
  }
  for (const { bodies = [], answers } of restRoutes) {
    for (const { schema } of bodies) if (schema !== undefined) addForms(schema, 'input')
    for (const { schema } of answers) if (schema !== undefined) addForms(schema, 'output')
  }
  expect(forms.size).toBeGreaterThan(30)
})

test('the document of a server is generated once', async () => {
  const [first, second, other] = ['https://a.test', 'https://a.test', 'https://b.test'].map(openApiDocument)
  expect(await first).toBe(await second)
  expect((await other)?.servers).toEqual([{ url: 'https://b.test' }])
})
