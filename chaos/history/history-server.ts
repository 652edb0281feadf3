// A server without its pages for recorded histories: REST as in the product, and procedures that need a person.
// CHAOS_CONTROL breaks it on purpose, to prove that the checker detects faults.

import { createServer } from 'node:http'
import { openServices } from '@assay/api/open-services'
import { handleRest } from '@assay/api/rest/handle-rest'
import { createCaller } from '@assay/api/router'
import { personNamed } from '@assay/testing/server/callers'
import { getRequestListener } from '@hono/node-server'
import { z } from 'zod'
import { readSettings } from '../../scripts/start/settings.ts'
import { cacheAnswers, saveWithoutTransaction } from './controls.ts'

const { databaseUrl = '', dataDir, port, limits, accounts } = readSettings(process.env)
const publicUrl = `http://localhost:${port}`
const services = openServices({ databaseUrl, dataDir, publicUrl, limits, accounts, loopbackTargets: false })
await services.db.jobs.prepare()

const Call = z.object({
  procedure: z.enum(['tokens.create', 'tokens.revoke', 'reports.draft']),
  input: z.record(z.string(), z.unknown()),
})

/** @returns 200 with the response, 404 for a missing object, 500 for an unknown outcome */
async function callAsOwner(request: Request): Promise<Response> {
  const { procedure, input } = Call.parse(await request.json())
  const owner = personNamed('olga', process.env.CHAOS_OWNER, new Date().toISOString())
  const caller: Record<string, Record<string, (input: unknown) => Promise<unknown>>> = Object(
    createCaller({ services, caller: owner }),
  )
  const [router = '', name = ''] = procedure.split('.')
  try {
    return Response.json({ answer: (await caller[router]?.[name]?.(input)) ?? null })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'NOT_FOUND'
    return new Response(String(error), { status: isMissing ? 404 : 500 })
  }
}

const answer = (request: Request): Promise<Response> =>
  new URL(request.url).pathname === '/chaos/call' ? callAsOwner(request) : handleRest(request, services)

const controls: Record<string, (next: typeof answer) => typeof answer> = {
  'stale-cache': cacheAnswers,
  'no-transaction': saveWithoutTransaction,
}
const control = controls[process.env.CHAOS_CONTROL ?? '']
createServer(getRequestListener(control?.(answer) ?? answer)).listen(port, '127.0.0.1', () =>
  console.log('server at work'),
)
