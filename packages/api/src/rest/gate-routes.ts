import { gateCodeOf } from '@assay/domain/compare/verdict/verdict-codes'
import { COMMENT_MARK } from '@assay/domain/findings/gate/gate-markdown'
import { GateRequest } from '@assay/domain/findings/gate/gate-request'
import { z } from 'zod'
import { ProjectKey } from '../access/project-input.ts'
import { projectFor } from '../access/resolve-access.ts'
import { runGate } from '../gates/run-gate.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { restRoute } from './route.ts'

const SideBody = z.object({
  product: z.string(),
  version: z.string(),
  stored: z.boolean().describe('false for documents, which are compared and not stored'),
  runIds: z.array(z.string()),
})

const Place = { table: z.string(), row: z.string() }

const GateBody = z
  .object({
    verdict: z.enum(['pass', 'regression', 'cannot tell', 'not compared']),
    exitCode: z.int().describe('0 pass, 1 regression, 2 inconclusive (`cannot tell`), 4 not compared'),
    compared: z.int(),
    judged: z.int().describe('number of ratios with a verdict'),
    rows: z
      .array(
        z.object({
          ...Place,
          metric: z.string(),
          value: z.number().nullable(),
          baseValue: z.number().nullable(),
          ratio: z.number().describe('candidate / base'),
          low: z.number().nullable().describe('95% interval of the ratio'),
          high: z.number().nullable(),
          said: z.enum(['worse', 'better', 'looks worse']),
          repeatsNeeded: z.int().nullable(),
        }),
      )
      .describe(
        'regressions (`worse`), inconclusive ratios that look worse, and improvements (`better`); the worst first',
      ),
    badged: z.array(z.object({ ...Place, why: z.string() })).describe('results that a validity flag excludes'),
    noisyMachines: z
      .array(z.object({ hardware: z.string(), noise: z.number().describe('median standard deviation, as a share') }))
      .describe('machines that `maxNoise` excludes'),
    base: SideBody,
    candidate: SideBody,
    rule: z.string(),
    alone: z
      .array(z.object({ side: z.enum(['base', 'candidate']), what: z.string(), results: z.int() }))
      .describe('results without a counterpart on the other side'),
    notes: z.array(z.string()).describe('differences between compared results, and results that could not be compared'),
    link: z.string().nullable().describe('address of the comparison page; null if the candidate is not stored'),
    markdown: z.string(),
  })
  .meta({ id: 'Gate' })

export const gateRoutes = [
  restRoute({
    method: 'post',
    path: '/api/v1/gates',
    operationId: 'postGate',
    summary: 'Decide if a candidate passes, compared with a base; nothing is stored',
    description:
      'Base and candidate are a version or ids of runs; a candidate that is not stored is sent as upload documents. The scope read is sufficient. docs/gate.md describes verdicts, rules and the workflow.',
    access: 'read',
    pathSchema: z.object({}),
    querySchema: z.strictObject({
      project: ProjectKey.describe('`ORG/NAME` of the project, or `NAME`'),
      format: z.enum(['json', 'markdown']).default('json'),
    }),
    bodies: [
      {
        mediaType: 'application/json',
        schema: GateRequest,
        description: 'Base, candidate and rule; Content-Encoding: gzip is allowed.',
      },
    ],
    answers: [
      { status: 200, description: 'The verdict', mediaType: 'application/json', schema: GateBody },
      {
        status: 200,
        description: `The table of a pull request; ends with ${COMMENT_MARK}`,
        mediaType: 'text/markdown',
      },
    ],
    errors: [
      'token-unknown',
      'not-found',
      'body-malformed',
      'body-too-large',
      'content-type-unknown',
      'document-invalid',
      'query-invalid',
    ],
    async handle({ request, services, caller, query }) {
      const access = await projectFor(services, caller, query.project, 'read')
      if (!access.ok) return problemResponse(access.error)
      const sent = await readJson(request, caller)
      if (!sent.ok) return problemResponse(sent.error)
      const gate = await runGate(services, access.value, sent.value)
      if (!gate.ok) return problemResponse(gate.error)
      const verdict = gateCodeOf(gate.value.verdict)
      if (query.format === 'json') return jsonResponse({ ...gate.value, verdict })
      const headers = { 'content-type': 'text/markdown; charset=utf-8', 'assay-verdict': verdict }
      return new Response(gate.value.markdown, { headers })
    },
  }),
]
