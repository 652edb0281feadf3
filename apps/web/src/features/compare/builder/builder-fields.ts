/** Fields of the builder that the query of a comparison encodes in another way. */
export const FIELDS = { before: 'before', bands: 'band-kind', worse: 'worse', better: 'better' } as const
