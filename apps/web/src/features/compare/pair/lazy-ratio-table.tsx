'use client'

import dynamic from 'next/dynamic'

/** The table of two versions, whose scripts other comparisons do not load. The server draws it as usual. */
export const LazyRatioTable = dynamic(() => import('./ratio-table.tsx').then(({ RatioTable }) => RatioTable))
