import { z } from 'zod'
import { parseInput } from '../http/parse-input.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { reportLeaked } from '../tokens/report-leaked.ts'
import { restRoute } from './route.ts'

const Reported = z.strictObject({ tokens: z.array(z.string().min(1).max(200)).min(1).max(100) })
const Thanks = z.object({ received: z.int().describe('number of tokens received') })

export const tokenRoutes = [
  restRoute({
    method: 'post',
    path: '/api/v1/leaked-tokens',
    operationId: 'reportLeakedTokens',
    limit: 'leaked-tokens',
    summary: 'Report tokens that were found in public',
    description:
      'For secret scanners. Tokens of this server are revoked at once, and their owners are notified. The response does not reveal which tokens matched. Tokens match assay_(runner|reader|service|auditor|scim)_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}.',
    access: 'read',
    pathSchema: z.object({}),
    bodies: [{ mediaType: 'application/json', schema: Reported, description: 'At most 100 tokens' }],
    answers: [{ status: 200, description: 'Received', mediaType: 'application/json', schema: Thanks }],
    errors: ['body-malformed', 'body-too-large', 'content-type-unknown', 'document-invalid'],
    async handle({ request, services, caller }) {
      const body = await readJson(request, caller)
      if (!body.ok) return problemResponse(body.error)
      const reported = parseInput(Reported, body.value)
      if (!reported.ok) return problemResponse(reported.error)
      await reportLeaked(services, caller, reported.value.tokens)
      return jsonResponse({ received: reported.value.tokens.length })
    },
  }),
]
