/** Reads from an address what a form or preview shares: a comparison, or a version of a report. */
export function readShareSource(given: URLSearchParams) {
  const report = given.get('report')
  return report === null
    ? { kind: 'comparison' as const, query: given.get('query') ?? '', study: given.get('study'), own: ownOf(given) }
    : { kind: 'report' as const, slug: report, version: Number(given.get('version') ?? 1) }
}

export type ShareSource = ReturnType<typeof readShareSource>

/** Parses the additional parameters of a study page from one parameter of ours. */
const ownOf = (given: URLSearchParams): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(given.get('own') ?? ''))
