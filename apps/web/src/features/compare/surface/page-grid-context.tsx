'use client'

import type { Comparison } from '@assay/domain/compare/comparison'
import type { PageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { sortParameter, withParameters } from '@assay/domain/compare/page-grid/page-query'
import { unpackJson } from '@assay/domain/compare/page-grid/unpack-json'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useMemo, useRef, useState, useTransition } from 'react'
import type { LiveGrid } from './shown-grid.ts'

const PageGridContext = createContext<LiveGrid | null>(null)

/** Returns the grid that the page carries; null on pages that load it on demand. */
export const usePageGrid = (): LiveGrid | null => useContext(PageGridContext)

type Props = {
  /** A page grid, packed by the server, because a page must not carry its numbers as markup and as data. */
  packed: string
  comparison: Comparison
  /** Address of the page without a query, and the query of the tables. */
  path: string
  query: string
  children: ReactNode
}

/** Unpacks the tables of a page once, for all components that draw them. */
export function PageGridProvider({ packed, comparison, path, query, children }: Props) {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const delivered = useMemo(() => unpackJson<PageGrid>(packed), [packed])
  // The server sorts rows, so the order of the benchmark is only known from an unsorted table of the same comparison.
  const unsorted = useRef<{ query: string; page: PageGrid } | null>(null)
  const withoutSort = withParameters(query, { sort: null })
  if (delivered.sort.kind === 'order') unsorted.current = { query: withoutSort, page: delivered }
  const [chosen, setChosen] = useState<{ packed: string; page: PageGrid } | null>(null)
  const page = chosen?.packed === packed ? chosen.page : delivered

  const shown = useMemo((): LiveGrid => {
    const { sort } = page
    const parameter = sortParameter(sort)
    const hrefWith = (changes: Readonly<Record<string, string | null>>) =>
      `${path}?${withParameters(query, { sort: parameter, ...changes })}`
    return {
      page,
      comparison: { ...comparison, sort },
      query: withParameters(query, { sort: parameter }),
      hrefWith,
      sortBy: (next) => {
        const isDelivered = sortParameter(next) === sortParameter(delivered.sort)
        const source = unsorted.current?.query === withoutSort ? unsorted.current.page : delivered
        import('./sort-page.ts').then(
          ({ sortPage }) => setChosen({ packed, page: isDelivered ? delivered : sortPage(source, next) }),
          () => undefined, // The table of the server follows.
        )
        // Links and exports around the table follow from the server, which the sorted table does not wait for.
        startTransition(() => router.push(hrefWith({ sort: sortParameter(next) }), { scroll: false }))
      },
    }
  }, [delivered, page, comparison, packed, path, query, router, withoutSort])
  return <PageGridContext value={shown}>{children}</PageGridContext>
}
