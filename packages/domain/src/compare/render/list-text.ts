/**
 * Formats a list for a URL: values separated by commas, `\` before a comma, a colon (if colons separate) or a `\` of a
 * value, and `\e` for the empty value, because `version=` means no filter.
 */
export function joinList(values: readonly string[]): string {
  return values.map((value) => escapeItem(value, /[\\,]/g)).join(',')
}

/** The inverse of `joinList`; it accepts any text. */
export function splitList(text: string): string[] {
  return text === '' ? [] : splitAt(text, ',').map(unescapeItem)
}

/** Formats `dimension:value` pairs as a list. The colon in `param:NAME` is not escaped. */
export function joinPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${escapePairName(name)}:${escapeItem(value, /[\\,]/g)}`).join(',')
}

/** The inverse of `joinPairs`; an item without a colon is null. */
export function splitPairs(text: string): ([name: string, value: string] | null)[] {
  return splitAt(text, ',').map((item) => {
    const parts = splitAt(item, ':')
    const nameParts = parts[0] === 'param' ? 2 : 1
    if (parts.length <= nameParts) return null
    return [parts.slice(0, nameParts), parts.slice(nameParts)].map((side) => unescapeItem(side.join(':'))) as [
      string,
      string,
    ] // a pair has exactly two elements
  })
}

function escapePairName(name: string): string {
  const [prefix, rest] = name.startsWith('param:') ? ['param:', name.slice('param:'.length)] : ['', name]
  return prefix + escapeItem(rest, /[\\,:]/g)
}

function escapeItem(value: string, special: RegExp): string {
  return value === '' ? '\\e' : value.replace(special, '\\$&')
}

function unescapeItem(item: string): string {
  return item === '\\e' ? '' : item.replace(/\\([\\,:])/g, '$1')
}

/** Splits at separators that are not preceded by `\`. */
function splitAt(text: string, separator: ',' | ':'): string[] {
  const items = ['']
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i)
    if (character === separator) items.push('')
    else {
      const taken = character === '\\' ? text.slice(i, i + 2) : character
      items[items.length - 1] += taken
      i += taken.length - 1
    }
  }
  return items
}
