import type { Need } from '@assay/api/access/access-need'
import { ACCESS_OUTCOMES } from '@assay/api/access/access-outcomes'
import { OPERATION_ACCESS } from '@assay/api/access/operation-access'
import { PROCEDURE_ACCESS } from '@assay/api/access/procedure-access'
import { restRoutes } from '@assay/api/rest/routes'
import type { Visibility } from '@assay/db/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleInput } from '../fuzz-requests/sample-input.ts'
import { listProcedures } from '../server/list-procedures.ts'
import { PRINCIPALS, type Principal, startTwoOrganizations, type TwoOrganizations } from './two-organizations.ts'

// Calls every entry point as every caller, in the caller's project and in one of another organization. The entry points
// are read from the router and the routes; access-entries.test.ts checks that each has a row in packages/api/src/access.

const procedures = listProcedures()

let site: TwoOrganizations
beforeAll(async () => {
  site = await startTwoOrganizations()
})
afterAll(() => site.stop())

/** Rows of ACCESS_OUTCOMES: the outcome for each principal by need and project. */
const rows = ACCESS_OUTCOMES.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [need = '', where = '', kind = '', ...answers] = line.trim().split(/\s+/)
    return { need, where, kind, answers }
  })

const SAMPLES = { name: ['x.txt'], product: ['Example'] }

/** Returns `yes` if access was granted, else the status. */
async function outcome(answer: Response): Promise<string> {
  const text = await answer.text()
  if (answer.status === 401 || answer.status === 403) return String(answer.status)
  return answer.status === 404 && /There is no project|does not exist, or you are not a member/.test(text)
    ? '404'
    : 'yes'
}

/** The name of a project consists of its organization and its visibility. */
const namesOf = (slug: string) => ({ project: slug, organization: slug.slice(0, slug.indexOf('-')) })

type Ask = (slug: string, headers: Record<string, string>) => Promise<Response>

/**
 * Outcomes that do not depend on the project: a mutation refuses an anonymous caller, or a token without the scope,
 * before it reads the body that names the project.
 */
function answersBeforeBody(need: Need | undefined): Record<string, string> {
  const inOwnProject = rows.find((row) => row.need === need)?.answers ?? []
  const early = PRINCIPALS.flatMap((principal, at) => {
    const answer = inOwnProject[at] ?? ''
    const isPerson = principal !== 'anonymous' && !principal.endsWith('-token')
    return !isPerson && ['401', '403'].includes(answer) ? [[principal, answer]] : []
  })
  return Object.fromEntries(early)
}

async function holds(
  name: string,
  need: Need | undefined,
  ask: Ask,
  early: Record<string, string> = {},
): Promise<void> {
  const own = rows.filter((row) => row.need === need)
  expect(own.length, `${name} needs ${need}, of which ACCESS_OUTCOMES has no row`).toBeGreaterThan(0)
  for (const { where, kind, answers } of own) {
    for (const visibility of (kind === 'public' ? ['public'] : ['internal', 'private']) satisfies Visibility[]) {
      const asked = PRINCIPALS.map(async (principal: Principal) => {
        // For an upload without a project, "other" is a token of another project than the requested one.
        const headers = site.headersOf(principal, visibility)
        return outcome(await ask(`${where}-${visibility}`, headers))
      })
      const found = Object.fromEntries((await Promise.all(asked)).map((answer, at) => [PRINCIPALS[at], answer]))
      const expected = { ...Object.fromEntries(answers.map((answer, at) => [PRINCIPALS[at], answer])), ...early }
      expect(found, `${name} in ${where}-${visibility}`).toEqual(expected)
    }
  }
}

describe('procedures respond to each caller as in the table', () => {
  test.each(procedures.map(([name, procedure]) => ({ name, procedure })))('$name', async ({ name, procedure }) => {
    const { type, inputs } = procedure._def
    const need = PROCEDURE_ACCESS[name]
    const ask: Ask = (slug, headers) =>
      site.callTrpc(type, name, { ...sampleInput(inputs, SAMPLES), ...namesOf(slug) }, headers)
    await holds(name, need, ask, type === 'mutation' ? answersBeforeBody(need) : {})
  })
})

describe('operations respond to each caller as in the table', () => {
  test.each(restRoutes.map((route) => ({ name: route.operationId, route })))('$name', async ({ name, route }) => {
    await holds(name, OPERATION_ACCESS[name], (slug, headers) => {
      const path = { ...sampleInput([route.pathSchema], SAMPLES), ...namesOf(slug) }
      const named: Record<string, string> = {
        postUpload: `?project=${slug}&name=x.txt`,
        postPreview: `?project=${slug}&name=x.txt`,
        getImportProfile: `?project=${slug}`,
        putUploadChunk: `?project=${slug}`,
        listMissingUploadChunks: `?project=${slug}&sha256=${'0'.repeat(64)}`,
        postGate: `?project=${slug}`,
      }
      const query = named[name] ?? ''
      return site.callRest(route, { path, query }, headers)
    })
  })
})
