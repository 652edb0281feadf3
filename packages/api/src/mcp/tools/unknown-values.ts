import type { Procedures } from '../tool.ts'

const MAX_VALUES = 20

/**
 * Says which values of filters no result has, with those that it has instead, because an agent often writes a name in
 * another way. Null when every value exists.
 */
export async function unknownValues(
  api: Procedures,
  project: string,
  filters: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<string | null> {
  if (Object.keys(filters).length === 0) return null
  const facets = await api.runs.observed({ project, filters: {} })
  const sentences = Object.entries(filters).flatMap(([dimension, wanted = []]) => {
    const known = facets.find(({ name }) => name === dimension)?.values.map(({ value }) => value) ?? []
    const unknown = wanted.filter((value) => !known.includes(value))
    if (unknown.length === 0) return []
    const named = unknown.map((value) => JSON.stringify(value)).join(', ')
    const more = known.length > MAX_VALUES ? `, and ${known.length - MAX_VALUES} more` : ''
    return [`No result has the ${dimension} ${named}. Its values: ${known.slice(0, MAX_VALUES).join(', ')}${more}.`]
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}
