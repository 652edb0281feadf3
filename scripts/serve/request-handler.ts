import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TrustedProxies } from '@assay/api/http/client-address'
import { EMBEDDED } from '@assay/api/http/content-security-policy'
import { isSamlResponse } from '@assay/api/identity-providers/saml-paths'
import { MCP_PATH } from '@assay/api/mcp/mcp-path'
import type { Services } from '@assay/api/services'
import { answerFaults } from './fault-status.ts'
import { createPageQueue, refusePage } from './limit-pages.ts'
import { markedAddress, markRequest } from './mark-request.ts'
import { addNoScriptText } from './no-script-text.ts'
import { refuseCrossSiteRequest } from './refuse-cross-site-request.ts'
import { refuseLongForm } from './refuse-long-form.ts'
import { refuseMalformedPath } from './refuse-malformed-path.ts'
import { refuseTokenInUrl } from './refuse-token-in-url.ts'
import { pathOf, secureAnswer } from './secure-answer.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/**
 * The listener in front of everything: client address, security headers, CSRF check, then the API, or a page within its
 * rate limit.
 */
export function createRequestHandler(
  services: Pick<Services, 'publicUrl' | 'limits'>,
  {
    answerApi,
    answerPage,
    readFrameAncestors,
    answerMetrics = () => false,
    redirectPage = async () => false,
    proxies,
    isDevelopment,
  }: {
    answerApi: Handler
    answerPage: Handler
    readFrameAncestors: (path: string) => Promise<string>
    /** Proxies whose forwarding headers are trusted; `ours` when the proxy of `npm start` has marked the request. */
    proxies: TrustedProxies | 'ours'
    /** Responds to a request for metrics; returns false for every other one. */
    answerMetrics?: (request: IncomingMessage, response: ServerResponse, address: string | null) => boolean
    /** Responds to a request for a page of an earlier address; returns false for every other one. */
    redirectPage?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
    isDevelopment: boolean
  },
): (request: IncomingMessage, response: ServerResponse) => void {
  const isHttps = services.publicUrl.startsWith('https:')
  const inTurn = createPageQueue()
  const answerPageWithinLimits = async (request: IncomingMessage, response: ServerResponse, address: string | null) => {
    const page = { url: request.url, address }
    if (await refusePage(services, page, response)) return
    if (await redirectPage(request, response)) return
    await inTurn(page, response, () => answerPage(request, response))
  }
  return (request, response) => {
    const address = proxies === 'ours' ? markedAddress(request) : markRequest(request, proxies)
    const answer = (framers?: string) => {
      secureAnswer(request, response, { isHttps, isDevelopment, framers })
      if (answerMetrics(request, response, address)) return
      // The page of a SAML provider makes the browser post its signed response from another site.
      const isFromProvider = isSamlResponse(request.method ?? '', pathOf(request))
      if (!isFromProvider && refuseCrossSiteRequest(request, response, services.publicUrl)) return
      if (isApi(request)) return void answerApi(request, response)
      if (refuseMalformedPath(request, response)) return
      if (refuseTokenInUrl(request, response) || refuseLongForm(request, response)) return
      answerFaults(response)
      addNoScriptText(response)
      void answerPageWithinLimits(request, response, address)
    }
    // The owner of an embedded page decides who may frame it, so only these paths wait for the database.
    const path = pathOf(request)
    if (EMBEDDED.test(path)) void readFrameAncestors(path).then(answer)
    else answer()
  }
}

function isApi({ url = '' }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === MCP_PATH || path === '/api/v1' || path.startsWith('/api/v1/')
}
