import type { Element } from 'hast'

/** The declarations of a style attribute, with names and values in small letters. */
export function styleOf({ properties: { style } }: Element): Map<string, string> {
  const declarations = typeof style === 'string' ? style.toLowerCase().split(';') : []
  return new Map(
    declarations.flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      return colon < 0 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]]
    }),
  )
}
