/** A property of a kind; the second item is its value where all objects of the kind have the same. */
type Property = [name: string, fixed?: unknown]

/**
 * Returns the value that `packJson` packed. The caller states its type, because the server packed it from that type. It
 * walks through the value itself, because a page waits for it: `JSON.parse` with a function takes four times as long.
 */
export function unpackJson<T>(packed: string): T {
  const end = packed.indexOf('\n')
  const [kinds, texts]: [Property[][], string[]] = JSON.parse(packed.slice(0, end))
  const unpack = (one: unknown): unknown => {
    if (typeof one === 'string') return one.startsWith('~') ? unpackText(one, texts) : one
    return Array.isArray(one) ? unpackArray(one) : one
  }
  const unpackArray = (items: readonly unknown[]): unknown => {
    const kind = Number(items[0])
    if (kind > 0) return unpackObject(kinds[kind - 1] ?? [], items)
    const list: unknown[] = []
    for (let at = 1; at < items.length; at++) list.push(unpack(items[at]))
    return list
  }
  const unpackObject = (properties: readonly Property[], items: readonly unknown[]): unknown => {
    const object: Record<string, unknown> = {}
    let next = 1
    for (const property of properties) {
      const value = property.length > 1 ? property[1] : unpack(items[next++])
      if (property[0] === '__proto__') Object.defineProperty(object, '__proto__', { ...PLAIN, value })
      else object[property[0]] = value
    }
    return object
  }
  // The type of the caller: the server packed the value from it.
  return unpack(JSON.parse(packed.slice(end + 1))) as T
}

const PLAIN = { enumerable: true, writable: true, configurable: true }

const unpackText = (text: string, texts: readonly string[]): string | undefined =>
  text.startsWith('~~') ? text.slice(1) : texts[Number(text.slice(1))]
