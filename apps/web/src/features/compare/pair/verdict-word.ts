import type { MarkState } from '@assay/domain/compare/pairs/pair-table'

/** The verdict of a row as one word, for a list of words in an attribute. */
export const verdictWord = (state: MarkState): string => state.replaceAll(' ', '-')
