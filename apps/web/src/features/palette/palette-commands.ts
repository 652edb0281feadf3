import { findPairs, type PairOptions } from '@assay/domain/compare/pairs/pair-options'
import {
  apiDocsPath,
  comparePairPath,
  docPath,
  docsPath,
  importPath,
  newSpecPath,
  reportsPath,
  runsPath,
  studiesPath,
} from '../../paths.ts'
import { pairFields } from '../compare/pair/pair-fields.ts'
import { DOCS } from '../docs/doc-list.ts'
import type { PageLink } from '../shell/project-sections.ts'

/** Comparisons that a text names, such as `18.0 vs 17.6 dell32`. */
export const pairCommands = (project: string, pairs: readonly PairOptions[], text: string): PageLink[] =>
  findPairs(pairs, text).map((pair) => ({
    href: comparePairPath(project, pairFields(pair)),
    label: `Compare ${pair.product} ${pair.to} vs ${pair.from} on ${pair.hardware}`,
  }))

/** Actions whose name or other words begin with each word of a text; none for an empty text. */
export function actionsFor(project: string, text: string): PageLink[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return actions(project)
    .filter(({ label, also }) => {
      const names = `${label} ${also}`.toLowerCase().split(' ')
      return words.every((word) => names.some((name) => name.startsWith(word)))
    })
    .map(({ href, label }) => ({ href, label }))
}

const actions = (project: string) => [
  { href: comparePairPath(project), label: 'Compare the two newest releases', also: 'new comparison' },
  { href: studiesPath(project), label: 'Start from a study', also: 'new comparison compare' },
  { href: reportsPath(project), label: 'Create a report', also: 'new write' },
  { href: newSpecPath(project), label: 'Create a spec', also: 'new write' },
  { href: importPath(project), label: 'Import results', also: 'upload push add data' },
  { href: runsPath(project), label: 'Find a run', also: 'filter' },
]

/** Text that shows the keys and every page. */
export const HELP = '?'

/** Pages whose name contains a text; all for an empty text and for `?`. */
export function pagesFor(pages: readonly PageLink[], text: string): PageLink[] {
  const words = text.trim().toLowerCase()
  return words === HELP ? [...pages] : pages.filter(({ label }) => label.toLowerCase().includes(words))
}

/** Documents whose title contains a text, or all for `?`; none for an empty text. */
export const docsFor = (text: string): PageLink[] => (text.trim() === '' ? [] : pagesFor(DOC_PAGES, text))

const DOC_PAGES: readonly PageLink[] = [
  { href: docsPath(), label: 'Documentation' },
  ...DOCS.map(({ name, title }) => ({ href: docPath(name), label: title })),
  { href: apiDocsPath(), label: 'API' },
]
