import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Claims about a person; the name of the account is its `sub`. */
export type Known = { email: string; email_verified: boolean; name: string }

export type OidcProvider = {
  issuer: string
  secret: string
  people: Map<string, Known>
  /**
   * Signs in like a browser that was redirected to the provider.
   *
   * @returns the URL that the provider redirects to.
   */
  signIn(url: string, login: string, answer?: 'consent' | 'abort'): Promise<URL>
  close(): void
}

/**
 * Starts a complete OpenID Connect provider (the certified oidc-provider) on a free port: signed id tokens, required
 * PKCE, one-time codes.
 *
 * @param method how a client authenticates to it.
 */
export async function startOidcProvider(
  redirectUri: string,
  method: 'client_secret_basic' | 'client_secret_post',
): Promise<OidcProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Known>()
  const secret = randomBytes(24).toString('hex')
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'assay', client_secret: secret, redirect_uris: [redirectUri], token_endpoint_auth_method: method },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    findAccount: (_, sub) => {
      const known = people.get(sub)
      return known && { accountId: sub, claims: () => ({ sub, ...known }) }
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    secret,
    people,
    close: () => void server.close(),

    async signIn(url, login, answer = 'consent') {
      const jar = new Map<string, string>()
      const visit = async (to: URL, form?: Record<string, string>) => {
        const response = await fetch(to, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          jar.set(name, value)
        }
        return response
      }
      let to = new URL(url)
      for (let step = 0; step < 12; step++) {
        if (to.origin !== issuer) return to
        let response = await visit(to)
        if (response.status === 200) {
          const page = await response.text()
          const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
          const asksLogin = page.includes('name="login"')
          if (answer === 'abort') response = await visit(new URL(`${to.href}/abort`))
          else {
            const form = asksLogin ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' }
            response = await visit(new URL(action, issuer), form)
          }
        }
        const next = response.headers.get('location')
        if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
        to = new URL(next, issuer)
      }
      throw new Error('the provider goes round in circles')
    },
  }
}
