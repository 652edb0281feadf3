'use client'

import dynamic from 'next/dynamic'

/** Tables of a comparison, whose scripts pages without such a table do not load. The server draws them as usual. */
export const LazyPivotTables = dynamic(() => import('./pivot-tables.tsx').then(({ PivotTables }) => PivotTables))
