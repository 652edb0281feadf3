import { createSamlProvider, responseXml, type SamlClaims, toBase64 } from '@assay/testing/server/saml-provider'
import { expect, test } from 'vitest'
import { readCertificates, readSamlResponse, samlMetadata } from './saml-client.ts'

const service = { entityId: 'https://assay.test/metadata', acsUrl: 'https://assay.test/assertions' }
const request = { id: '_request', acsUrl: service.acsUrl, issuer: service.entityId, relayState: 's' }
const idp = await createSamlProvider()
const other = await createSamlProvider()
const settings = { issuer: idp.entityId, ssoUrl: idp.ssoUrl, certificates: idp.certificate }
const claims = idp.claims(request, 'ada@example.org')
const signed = (changed: Partial<SamlClaims> = {}) => idp.sign({ ...claims, ...changed })
const read = (xml: string) => readSamlResponse(settings, service, request.id, toBase64(xml))
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''

test('a signed assertion names the person, by the attributes of common providers', async () => {
  const ada = { subject: claims.nameId, email: 'ada@example.org', name: 'Ada' }
  expect(await read(signed())).toEqual(ada)
  const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
  expect(await read(signed({ attributes: { [claim]: 'ada@example.org' } }))).toEqual({ ...ada, name: '' })
  expect(await read(signed({ attributes: {}, nameId: 'ada@example.org' }))).toEqual({
    subject: 'ada@example.org',
    email: 'ada@example.org',
    name: '',
  })
})

test('during a change of keys both certificates are valid', async () => {
  const both = { ...settings, certificates: `${other.certificate}\n${idp.certificate}` }
  expect((await readSamlResponse(both, service, request.id, toBase64(signed()))).email).toBe('ada@example.org')
  expect(() => readCertificates('nothing')).toThrow(/BEGIN CERTIFICATE/)
  expect(() => readCertificates(idp.certificate.replace(/[A-Za-z]{20}/, 'x'))).toThrow(/Certificate 1 cannot be read/)
})

const forged = responseXml({ ...claims, nameId: 'mallory', attributes: { email: 'boss@example.org' } })
const genuine = signed()
const evil = assertionOf(forged)
const good = assertionOf(genuine)
const [head = '', tail = ''] = genuine.split(good)

test.each<[string, string]>([
  ['no signature', responseXml(claims)],
  ['the key of another provider', other.sign(claims)],
  ['a changed address', genuine.replace('ada@example.org', 'boss@example.org')],
  ['a changed subject', genuine.replace(claims.nameId, 'id-of-boss')],
  ['another audience', signed({ audience: 'https://other.test' })],
  ['another recipient', signed({ recipient: 'https://other.test/assertions' })],
  ['another request', signed({ inResponseTo: '_other' })],
  ['another issuer', signed({ issuer: 'https://other.example.org' })],
  ['an assertion that is too old', signed({ issuedAfterS: -3600, notBeforeS: -3600, notOnOrAfterS: -1800 })],
  [
    'an old assertion that is valid for a day',
    signed({ issuedAfterS: -3600, notBeforeS: -3600, notOnOrAfterS: 86_400 }),
  ],
  ['an assertion of the future', signed({ notBeforeS: 600, notOnOrAfterS: 900 })],
  ['a transient subject', signed({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })],
  ['no address', signed({ attributes: {} })],
  ['SHA-1 as digest', signed({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  ['SHA-1 as signature', signed({ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['a document type', `<!DOCTYPE r [<!ENTITY e "x">]>${genuine}`],
  ['wrapping: a forged assertion before the signed one', `${head}${evil}${good}${tail}`],
  ['wrapping: a forged assertion after the signed one', `${head}${good}${evil}${tail}`],
  [
    'wrapping: the signed assertion inside of the forged one',
    `${head}${evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`)}${tail}`,
  ],
  [
    'wrapping: the signed assertion in an extension',
    `${head.replace('<samlp:Status>', `<samlp:Extensions>${good}</samlp:Extensions><samlp:Status>`)}${evil}${tail}`,
  ],
  [
    'wrapping: the signature of the signed assertion in the forged one',
    `${head}${evil.replace('<saml:Subject>', `${/<Signature[\s\S]*<\/Signature>/.exec(good)?.[0]}<saml:Subject>`)}${tail}`,
  ],
  ['a failed sign-in', genuine.replace('status:Success', 'status:AuthnFailed').replace(good, '')],
  ['no XML', 'hello'],
  ['nothing', ''],
])('a response with %s proves nobody', async (_, xml) => {
  await expect(read(xml)).rejects.toThrow()
})

const filled = (text: string) => genuine.replace('<saml:Subject>', `${text}<saml:Subject>`)
const sha1 = signed({ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })
const sha1Digest = signed({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })

// The message shows that the text was refused before the parser saw it: 15,000 tags that are not closed take it 17 s.
test.each<[string, string, RegExp]>([
  ['tags that are not closed', '<a>'.repeat(15_000), /levels/],
  ['few tags that are not closed', '<a>'.repeat(20), /not well-formed/],
  ['tags that are closed by others', `<r>${'<a></b>'.repeat(6_000)}</r>`, /not well-formed/],
  ['tags without end', '<a '.repeat(15_000), /not well-formed/],
  ['quotes without end', '<a b="'.repeat(8_000), /not well-formed/],
  ['comments without end', '<!--'.repeat(12_000), /not well-formed/],
  ['two roots', `${genuine}${genuine}`, /not well-formed/],
  ['too many levels', filled(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`), /levels/],
  ['too many elements', filled('<a ID="x"/>'.repeat(1_000)), /1000 elements/],
  ['too many attributes', filled(`<a ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>`), /attributes/],
  ['instructions', `${'<?x y?>'.repeat(6_000)}${genuine}`, /instruction/],
  [
    'a stylesheet',
    genuine.replace(/"[^"]+#enveloped-signature"/, '"http://www.w3.org/TR/1999/REC-xslt-19991116"'),
    /uses/,
  ],
  ['SHA-1 as signature, hidden by a reference', sha1.replaceAll('rsa-sha1', 'rsa-sha&#49;'), /uses .*rsa-sha&#49;/],
  ['SHA-1 as digest, hidden by a reference', sha1Digest.replaceAll('#sha1', '#&#x73;ha1'), /uses .*ha1/],
  [
    'an HMAC',
    genuine.replace(/"[^"]+#rsa-sha256"/, '"http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"'),
    /uses .*hmac/,
  ],
])('a response with %s is refused before it is parsed', async (_, xml, message) => {
  await expect(read(xml)).rejects.toThrow(message)
})

test('a certificate in the response itself is not trusted', async () => {
  const bare = other.certificate.replace(/-----[^-]+-----|\s/g, '')
  const own = other.sign(claims).replace(/<X509Certificate>[^<]*/, `<X509Certificate>${bare}`)
  await expect(read(own)).rejects.toThrow(/signature/)
})

test('a comment in a signed name neither ends nor changes it', async () => {
  const commented = genuine.replace('ada@example.org', 'ada@example.org<!-- -->.evil.test')
  await expect(read(commented)).rejects.toThrow()
  const harmless = genuine.replace('ada@example.org', 'ada@<!-- x -->example.org')
  const person = await read(harmless).catch(() => null)
  expect(['ada@example.org', undefined]).toContain(person?.email)
})

test('a response that is longer than any form is refused before it is read', async () => {
  await expect(readSamlResponse(settings, service, request.id, 'A'.repeat(70_000))).rejects.toThrow(/too long/)
})

test('the metadata name this server, its address and the wish for signed assertions', async () => {
  const xml = await samlMetadata(service)
  expect(xml).toContain(`entityID="${service.entityId}"`)
  expect(xml).toContain(`Location="${service.acsUrl}"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
})
