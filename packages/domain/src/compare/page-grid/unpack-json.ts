/** A property of a kind; the second item is its value where all objects of the kind have the same. */
type Property = [name: string, fixed?: unknown]

/** Returns the value that `packJson` packed. The caller states its type, because the server packed it from that type. */
export function unpackJson<T>(packed: string): T {
  const end = packed.indexOf('\n')
  const [kinds, texts]: [Property[][], string[]] = JSON.parse(packed.slice(0, end))
  return JSON.parse(packed.slice(end + 1), (_, one: unknown) => {
    if (typeof one === 'string' && one.startsWith('~')) {
      return one.startsWith('~~') ? one.slice(1) : texts[Number(one.slice(1))]
    }
    if (!Array.isArray(one)) return one
    const [kind, ...values]: unknown[] = one
    if (kind === 0) return values
    let next = 0
    const properties = kinds[Number(kind) - 1] ?? []
    return Object.fromEntries(
      properties.map(([name, ...fixed]) => [name, fixed.length > 0 ? fixed[0] : values[next++]]),
    )
  })
}
