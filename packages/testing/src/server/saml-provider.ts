import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { SignedXml } from 'xml-crypto'

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** The parts of a response that a test can falsify. */
export type SamlClaims = {
  issuer: string
  audience: string
  recipient: string
  inResponseTo: string
  nameId: string
  nameIdFormat: string
  attributes: Record<string, string>
  /** Times relative to now, in seconds. */
  issuedAfterS: number
  notBeforeS: number
  notOnOrAfterS: number
  digest: string
  signature: string
}

type SignInRequest = { id: string; acsUrl: string; issuer: string; relayState: string }

/** A provider of SAML 2.0 without pages: it reads our request and signs a response. */
export async function createSamlProvider(entityId = 'https://idp.example.org/saml') {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'idp.example.org' }], { keySize: 2048 })
  return {
    entityId,
    ssoUrl: 'https://idp.example.org/sso',
    certificate: cert,

    /** The claims about a person, for a request. */
    claims: (request: SignInRequest, email: string, name = 'Ada'): SamlClaims => ({
      issuer: entityId,
      audience: request.issuer,
      recipient: request.acsUrl,
      inResponseTo: request.id,
      nameId: `id-of-${email.split('@')[0]}`,
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { email, displayName: name },
      issuedAfterS: 0,
      notBeforeS: -30,
      notOnOrAfterS: 120,
      digest: SHA256,
      signature: RSA_SHA256,
    }),

    /** A response with a signed assertion, as XML. */
    sign: (claims: SamlClaims): string => signAssertion(responseXml(claims), claims, key, cert),
  }
}

/** A response whose assertion is not signed. */
export function responseXml(claims: SamlClaims): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const attributes = Object.entries(claims.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${claims.recipient}" InResponseTo="${claims.inResponseTo}"><saml:Issuer>${claims.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(claims.issuedAfterS)}"><saml:Issuer>${claims.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${claims.nameIdFormat}">${claims.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${claims.inResponseTo}" Recipient="${claims.recipient}" NotOnOrAfter="${at(claims.notOnOrAfterS)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(claims.notBeforeS)}" NotOnOrAfter="${at(claims.notOnOrAfterS)}"><saml:AudienceRestriction><saml:Audience>${claims.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

function signAssertion(xml: string, { digest, signature }: SamlClaims, privateKey: string, publicCert: string): string {
  const signed = new SignedXml({
    privateKey,
    publicCert,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signed.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: digest,
    transforms: [ENVELOPED, EXCLUSIVE],
  })
  const location = {
    reference: "//*[local-name(.)='Issuer' and parent::*[local-name(.)='Assertion']]",
    action: 'after',
  } as const
  signed.computeSignature(xml, { location })
  return signed.getSignedXml()
}

/** Reads the request in the address to which we send the browser. */
export function readSamlRequest(address: string): SignInRequest {
  const { searchParams } = new URL(address)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8')
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: read(/ ID="([^"]+)"/),
    acsUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: read(/<saml:Issuer[^>]*>([^<]+)</),
    relayState: searchParams.get('RelayState') ?? '',
  }
}

export const toBase64 = (xml: string): string => Buffer.from(xml, 'utf8').toString('base64')

/** Starts a provider with a page, at which everybody is this person: it posts the response as soon as a browser opens it. */
export async function startSamlProvider(email: string, name: string) {
  const provider = await createSamlProvider()
  const server = createServer((request, response) => {
    const asked = readSamlRequest(`http://127.0.0.1${request.url ?? ''}`)
    const xml = asked.id === '' ? '' : provider.sign(provider.claims(asked, email, name))
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><form method="post" action="${asked.acsUrl}"><input name="SAMLResponse" value="${toBase64(xml)}"><input name="RelayState" value="${asked.relayState}"></form><script>document.forms[0].submit()</script></html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  const ssoUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`
  return { ...provider, ssoUrl, close: () => void server.close() }
}
