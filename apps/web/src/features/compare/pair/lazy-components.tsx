'use client'

import dynamic from 'next/dynamic'

// Components of the page of two versions, whose scripts other comparisons do not load. The server draws them as usual.

export const LazyRatioTable = dynamic(() => import('./ratio-table.tsx').then(({ RatioTable }) => RatioTable))

export const LazyVerdictFilters = dynamic(() =>
  import('./verdict-filters.tsx').then(({ VerdictFilters }) => VerdictFilters),
)
