import { createHmac } from 'node:crypto'
import type { SignInProviderRow } from '@assay/db/types'
import { z } from 'zod'
import { requestFacts } from '../access/request-facts.ts'
import { AUTH_PATH } from '../accounts/identity-names.ts'
import { limitSignInAttempts } from '../accounts/limit-sign-in-attempts.ts'
import type { AccountContext } from '../accounts/open-accounts.ts'
import type { ProviderPerson } from './provider-person.ts'
import { logRefusedAnswer, redirectTo, redirectUri, SIGN_IN_STATE } from './provider-redirects.ts'
import { readSamlResponse, type SamlService, samlMetadata } from './saml-client.ts'

/** This server as the provider of an organization knows it. */
export const samlService = (publicUrl: string, organization: string): SamlService => ({
  entityId: `${publicUrl}${AUTH_PATH}/sso/${organization}/metadata`,
  acsUrl: `${publicUrl}${AUTH_PATH}/sso/${organization}/assertions`,
})

/** The id of the request of a sign-in is derived from its state with a key of the server, so that it is stored nowhere. */
export const samlRequestId = ({ secret }: Pick<AccountContext, 'secret'>, state: string): string =>
  `_${createHmac('sha256', secret).update(`assay saml request ${state}`).digest('hex')}`

const Form = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().regex(SIGN_IN_STATE) })

/** The result of a response, encrypted on its way through the browser. */
const Answer = z.object({
  state: z.string(),
  providerId: z.string(),
  person: z.object({ subject: z.string(), email: z.string(), name: z.string() }),
})

const AnswerText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  })
  .pipe(Answer)

/**
 * Receives the response of a provider, which its page makes the browser post. Browsers send no cookie with such a request,
 * so the response is verified here, and redirected to the callback, which knows the browser and ends the sign-in once.
 */
export async function receiveSamlResponse(
  context: AccountContext,
  request: Request,
  organization: string,
): Promise<Response> {
  const { db, publicUrl, vault } = context
  const facts = requestFacts(request.headers)
  const failed = redirectTo(`${publicUrl}/sign-in?problem=provider`, [], 303)
  if (!(await limitSignInAttempts(context, 'sign-in', facts, null)).ok) return failed
  const form = Form.safeParse(Object.fromEntries(await request.formData().catch(() => new FormData())))
  if (!form.success) return failed
  const provider = await db.identityProviders.findByOrganization(organization)
  if (provider === null || provider.protocol !== 'saml') return failed
  const { SAMLResponse, RelayState: state } = form.data
  const person = await readSamlResponse(
    provider,
    samlService(publicUrl, organization),
    samlRequestId(context, state),
    SAMLResponse,
  ).catch((error: unknown) => logRefusedAnswer(organization, error))
  if (person === null) return failed
  const answer: z.infer<typeof Answer> = { state, providerId: provider.id, person }
  const back = new URLSearchParams({ state, answer: vault.seal(JSON.stringify(answer)) })
  return redirectTo(`${redirectUri(publicUrl, organization)}?${back}`, [], 303)
}

/** The person of a response that was verified for this sign-in; null for anything else. */
export function readVerifiedAnswer(
  { vault }: AccountContext,
  provider: SignInProviderRow,
  searchParams: URLSearchParams,
): ProviderPerson | null {
  const text = vault.open(searchParams.get('answer') ?? '')
  const read = text === null ? null : AnswerText.safeParse(text)
  if (read?.success !== true) return null
  const { state, providerId, person } = read.data
  return state === searchParams.get('state') && providerId === provider.id ? person : null
}

/** Describes this server to the provider of an organization. */
export async function answerMetadata({ publicUrl }: AccountContext, organization: string): Promise<Response> {
  const xml = await samlMetadata(samlService(publicUrl, organization))
  return new Response(xml, { headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' } })
}
