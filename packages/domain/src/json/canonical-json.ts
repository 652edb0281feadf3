/**
 * JSON with sorted keys (by UTF-16 units) and no white space, similar to RFC 8785: equal values give equal text.
 * Undefined values are left out of objects, and are null in lists.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    // Most of a document is lists of plain values, which JSON.stringify writes much faster.
    if (value.every(isPlain)) return JSON.stringify(value)
    let text = '['
    for (let index = 0; index < value.length; index++) {
      if (index > 0) text += ','
      text += canonicalJson(value[index] ?? null)
    }
    return `${text}]`
  }
  // Documents are plain data, so an object has only string keys with values.
  if (value !== null && typeof value === 'object') return canonicalObject(value as Readonly<Record<string, unknown>>)
  return JSON.stringify(value)
}

/** Uses loops for speed, because every upload passes through this function. */
function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '{'
  for (const key of Object.keys(value).sort()) {
    const item = value[key]
    if (item === undefined) continue
    if (text.length > 1) text += ','
    text += `${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `${text}}`
}

const isPlain = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'string'
