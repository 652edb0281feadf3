import { readdirSync } from 'node:fs'
import { OPERATION_ACCESS } from '@assay/api/access/operation-access'
import { PAGE_ACCESS } from '@assay/api/access/page-access'
import { PROCEDURE_ACCESS } from '@assay/api/access/procedure-access'
import { restRoutes } from '@assay/api/rest/routes'
import { expect, test } from 'vitest'
import { listProcedures } from '../server/list-procedures.ts'

// No entry point can be added without a row in packages/api/src/access. route-access.test.ts calls all of them.

const procedures = listProcedures()

const PAGES_FOLDER = new URL('../../../../apps/web/src/app', import.meta.url)
const ADVICE = 'add it to procedure-access.ts, operation-access.ts or page-access.ts in packages/api/src/access'

test('every procedure and operation has an access entry, and no entry is obsolete', () => {
  expect(Object.keys(PROCEDURE_ACCESS).sort(), ADVICE).toEqual(procedures.map(([name]) => name).sort())
  expect(Object.keys(OPERATION_ACCESS).sort(), ADVICE).toEqual(restRoutes.map(({ operationId }) => operationId).sort())
})

test('every page has an access entry', () => {
  const pages = readdirSync(PAGES_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|[/])(?:page|route)[.]tsx?$/.test(file))
    .map((file) => (file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''))
  const missing = pages.filter((page) => PAGE_ACCESS[page] === undefined)
  expect(missing.sort(), ADVICE).toEqual([])
})

test('the access of each procedure equals the table', () => {
  for (const [name, { _def }] of procedures) {
    const need = PROCEDURE_ACCESS[name]
    if (_def.meta?.verb !== undefined) expect(need === 'person' ? 'read' : need, name).toBe(_def.meta.verb)
  }
})

test('the OpenAPI document requires a token for the same operations as the table', () => {
  for (const { operationId, access } of restRoutes) {
    const need = OPERATION_ACCESS[operationId] ?? 'anybody'
    expect(access, operationId).toBe(['anybody', 'read', 'person'].includes(need) ? 'read' : 'upload')
  }
})
