/** Query parameters in the form that Next passes to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** Converts query parameters to URLSearchParams, which keep repeated names. */
export async function readSearchParams(searchParams: SearchParams): Promise<URLSearchParams> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(await searchParams)) {
    for (const item of [value].flat()) if (item !== undefined) query.append(name, item)
  }
  return query
}
