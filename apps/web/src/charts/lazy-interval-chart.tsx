'use client'

import dynamic from 'next/dynamic'
import style from './chart-space.module.css'

/** The chart library is large, so it arrives after the page that holds the chart. */
export const LazyIntervalChart = dynamic(() => import('./interval-chart.tsx').then((module) => module.IntervalChart), {
  ssr: false,
  loading: () => <div className={style.interval} />,
})
