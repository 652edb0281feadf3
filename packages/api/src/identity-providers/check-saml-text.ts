// The parser of the library recovers from errors, which takes seconds for a text of 15,000 tags that are not closed, and
// anybody can send one who begins a sign-in. So a response is checked in one pass before it is parsed.

/** A response with hundreds of groups has about as many elements. */
const MAX_ELEMENTS = 1_000
/** An assertion with its signature is 8 levels deep. */
const MAX_DEPTH = 32
const MAX_ATTRIBUTES = 64

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#'
const CANONICAL = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

const ALGORITHMS: ReadonlySet<string> = new Set([
  ...[`${MORE}rsa-sha256`, `${MORE}rsa-sha384`, `${MORE}rsa-sha512`],
  ...[`${ENCRYPTION}sha256`, `${MORE}sha384`, `${ENCRYPTION}sha512`],
  ...[CANONICAL, `${CANONICAL}#WithComments`, EXCLUSIVE, `${EXCLUSIVE}WithComments`],
  `${XMLDSIG}enveloped-signature`,
])

/**
 * Checks that a response is well-formed XML of moderate size without document type, and uses no other algorithms than
 * those that are known to be safe.
 *
 * @throws Error that says what is wrong.
 */
export function checkSamlText(xml: string): void {
  const open: string[] = []
  let elements = 0
  let at = 0
  while (true) {
    const start = xml.indexOf('<', at)
    if (start === -1) break
    if (xml.startsWith('<!--', start)) at = after(xml, '-->', start + 4)
    else if (xml.startsWith('<![CDATA[', start)) at = after(xml, ']]>', start)
    else if (xml.startsWith('<?xml ', start) && elements === 0) at = after(xml, '?>', start)
    else if (xml[start + 1] === '!' || xml[start + 1] === '?')
      throw new Error('The response has a document type or a processing instruction, which SAML forbids.')
    else if (xml[start + 1] === '/') {
      at = after(xml, '>', start)
      if (open.pop() !== xml.slice(start + 2, at - 1).trimEnd()) throw notWellFormed()
    } else {
      const tag = readStartTag(xml, start)
      at = tag.end
      elements += 1
      if (open.length === 0 && elements > 1) throw notWellFormed()
      if (!tag.isEmpty) open.push(tag.name)
      if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH)
        throw new Error(`The response has more than ${MAX_ELEMENTS} elements, or more than ${MAX_DEPTH} levels.`)
    }
  }
  if (elements === 0 || open.length > 0) throw notWellFormed()
}

const notWellFormed = () => new Error('The response is not well-formed XML.')

function after(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from)
  if (found === -1) throw notWellFormed()
  return found + end.length
}

const NAME = /[^\s/>=<"']+/y
const ATTRIBUTE = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const END = /\s*(\/?)>/y

function readStartTag(xml: string, start: number): { name: string; isEmpty: boolean; end: number } {
  NAME.lastIndex = start + 1
  const name = NAME.exec(xml)?.[0]
  if (name === undefined) throw notWellFormed()
  let at = NAME.lastIndex
  for (let count = 0; ; count += 1) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(xml)
    if (found === null) break
    at = ATTRIBUTE.lastIndex
    if (count >= MAX_ATTRIBUTES)
      throw new Error(`An element of the response has more than ${MAX_ATTRIBUTES} attributes.`)
    if (found[1] === 'Algorithm') requireSafe(found[2] ?? found[3] ?? '')
  }
  END.lastIndex = at
  const end = END.exec(xml)
  if (end === null) throw notWellFormed()
  return { name, isEmpty: end[1] === '/', end: END.lastIndex }
}

/** A character reference in the name of an algorithm would hide it, so names are compared as they are written. */
function requireSafe(algorithm: string): void {
  if (ALGORITHMS.has(algorithm)) return
  if (/sha1$/.test(algorithm)) throw new Error('The response is signed with SHA-1. Configure SHA-256 at the provider.')
  throw new Error(`The response uses ${algorithm.slice(0, 100)}. Configure RSA with SHA-256 at the provider.`)
}
