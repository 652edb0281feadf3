import { randomUUID } from 'node:crypto'
import { requestFacts } from '@assay/api/access/request-facts'
import type { Caller } from '@assay/api/access/resolve-access'
import type { Project, TokenScope } from '@assay/db/types'

// Callers for tests that call procedures without a request.

const request = requestFacts(new Headers())

export const anonymous: Caller = { kind: 'anonymous', request }

export const tokenOf = (project: Project, scopes: readonly TokenScope[], name = 'runner'): Caller => ({
  kind: 'token',
  request,
  id: randomUUID(),
  name,
  project,
  scopes,
})

/** A person who signed in at noon on the fixed day of the tests; code that uses the real clock passes another time. */
export const personNamed = (
  name: string,
  id: string = randomUUID(),
  signedInAt = '2026-11-21T12:00:00.000Z',
): Caller => ({
  kind: 'person',
  request,
  person: {
    id,
    name,
    email: `${name}@assay.test`,
    sessionId: randomUUID(),
    signedInAt,
  },
})
