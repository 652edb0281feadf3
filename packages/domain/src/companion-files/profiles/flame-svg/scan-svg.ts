/** The used elements of an SVG: the title of each group with the following rectangle, and texts with an id. */
export type ScannedSvg = {
  frames: { title: string; attributes: ReadonlyMap<string, string>; line: number }[]
  /** Contents of text elements by id, such as `title` and `unzoom`. */
  texts: Map<string, string>
}

/** Reason to refuse an SVG: it has dangerous content or is not XML. */
export type SvgRefusal = { line: number; message: string }

const NAME = '[A-Za-z_][\\w:.-]*'
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y')
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g')
/** The usual document type. The file of the W3C that it names is not fetched, and an internal subset is refused. */
const DOCTYPE = /<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"[^"<>[\]]*"\s+"[^"<>[\]]*"|\s+SYSTEM\s+"[^"<>[\]]*")?\s*>/iy
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
/** Elements whose content is skipped. */
const SKIPPED = ['script', 'style', 'foreignObject']

/**
 * Scans the tags of an SVG once. Nothing is drawn, executed or fetched: scripts and styles are skipped unread, and
 * custom entities are refused, because they can expand without limit.
 */
export function scanSvg(text: string): ScannedSvg | SvgRefusal {
  const frames: ScannedSvg['frames'] = []
  const texts: ScannedSvg['texts'] = new Map()
  let title: string | null = null
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const refuse = (message: string): SvgRefusal => ({ line: lineAt(text, at), message })
  while (at < text.length) {
    const next = text.indexOf('<', at)
    if (next === -1) break
    at = next
    const skipped = skipMarkup(text, at)
    if (typeof skipped === 'string') return refuse(skipped)
    if (skipped !== null) {
      at = skipped
      continue
    }
    TAG.lastIndex = at
    const tag = TAG.exec(text)
    if (tag === null) return refuse('is not well-formed here; expected a tag of an SVG')
    const [whole, closing, name = '', attributeText = '', selfClosing] = tag
    const after = at + whole.length
    if (closing === '/' || (selfClosing === '/' && name !== 'rect')) {
      at = after
      continue
    }
    if (SKIPPED.includes(name)) {
      const end = text.indexOf(`</${name}`, after)
      if (end === -1) return refuse(`has a <${name}> without its end`)
      at = end
      continue
    }
    if (name === 'title' || name === 'text') {
      const end = text.indexOf('<', after)
      if (end === -1) return refuse(`has a <${name}> without its end`)
      const content = decode(text.slice(after, end))
      if (content === null) return refuse('uses an entity of its own, which is refused')
      const id = readAttributes(attributeText).get('id')
      if (name === 'title') title = content
      else if (id !== undefined) texts.set(id, content)
      at = end
      continue
    }
    if (name === 'g') title = null
    if (name === 'rect' && title !== null) {
      frames.push({ title, attributes: readAttributes(attributeText), line: lineAt(text, at) })
      title = null
    }
    at = after
  }
  return { frames, texts }
}

/**
 * The position after a comment, CDATA section, declaration or document type; null for a tag; a message for refused
 * markup.
 */
function skipMarkup(text: string, at: number): number | string | null {
  const ending = (start: string, end: string): number | string | null => {
    if (!text.startsWith(start, at)) return null
    const found = text.indexOf(end, at + start.length)
    return found === -1 ? `has a ${start} without its end` : found + end.length
  }
  const skipped = ending('<!--', '-->') ?? ending('<![CDATA[', ']]>') ?? ending('<?', '?>')
  if (skipped !== null || !text.startsWith('<!', at)) return skipped
  DOCTYPE.lastIndex = at
  const doctype = DOCTYPE.exec(text)
  return doctype === null ? 'declares a document type or entities of its own, which is refused' : at + doctype[0].length
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) attributes.set(name, double ?? single ?? '')
  return attributes
}

/** Text with its character references resolved; null when one is not predefined in XML. */
function decode(text: string): string | null {
  let isKnown = true
  const decoded = text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+);/g, (whole, name: string) => {
    if (name.startsWith('#')) {
      const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
    const known = ENTITIES.get(name)
    isKnown &&= known !== undefined
    return known ?? whole
  })
  return isKnown ? decoded : null
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < at; i = text.indexOf('\n', i + 1)) line += 1
  return line
}
