'use client'

import dynamic from 'next/dynamic'
import style from './flame-graph.module.css'

/** D3 is loaded after the page, whose tables are readable without it. */
export const LazyFlameGraph = dynamic(() => import('./flame-graph.tsx').then((module) => module.FlameGraph), {
  ssr: false,
  loading: () => <div className={style.space} />,
})
