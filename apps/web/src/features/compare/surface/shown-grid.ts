import type { Comparison } from '@assay/domain/compare/comparison'
import type { PageGrid } from '@assay/domain/compare/page-grid/page-grid'

/** The tables of a page with the sort that is shown, which may be newer than the one of the server. */
export type ShownGrid = {
  page: PageGrid
  comparison: Comparison
  /** The query of what is shown. */
  query: string
  /** The address of what is shown with other parameters; null for a reader who cannot open the project. */
  hrefWith: HrefWith | null
  /** Sorts the tables at once; absent in a figure, whose links open the compare page. */
  sortBy?: (sort: Comparison['sort']) => void
}

type HrefWith = (changes: Readonly<Record<string, string | null>>) => string

/** The tables of a page that changes them in the browser. */
export type LiveGrid = ShownGrid & { hrefWith: HrefWith }
