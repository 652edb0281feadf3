type Source = { name: string; url: string | null }
type SourceColumns = { sourceName: string | null; sourceUrl: string | null }

/** The source of a known bug or saved comparison; null if none was stated. */
export const asSource = ({ sourceName, sourceUrl }: SourceColumns): Source | null =>
  sourceName === null ? null : { name: sourceName, url: sourceUrl }

export const sourceColumns = (source: { name: string; url?: string | null | undefined } | null | undefined) => ({
  sourceName: source?.name ?? null,
  sourceUrl: source?.url ?? null,
})
