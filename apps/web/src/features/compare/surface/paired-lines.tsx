'use client'

import { pairedIntervalCharts } from '@assay/domain/publish/chart/paired-interval-charts'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { client } from '../../../trpc/client.ts'
import style from './why-drawer.module.css'

const ChartDrawing = dynamic(() => import('../../../charts/chart-drawing.tsx').then((module) => module.ChartDrawing), {
  ssr: false,
})

/** Height of one chart in pixels. */
const HEIGHT = 130
/** Charts that share a cursor. */
const CURSOR = 'paired'

type Side = { name: string; resultId: string }

/** Interval samples of the newest run of a cell and of its base, each metric in one chart, all under one cursor. */
export function PairedLines({ project, base, own }: { project: string; base: Side; own: Side }) {
  const { data, error } = useQuery({
    queryKey: ['samples', project, base.resultId, own.resultId],
    queryFn: async () => {
      const ask = ({ name, resultId }: Side) =>
        client.runs.samples.query({ project, resultId }).then((series) => ({ name, series }))
      return pairedIntervalCharts(...(await Promise.all([ask(base), ask(own)])))
    },
  })
  if (error !== null) return <p className={style.absent}>The samples could not be loaded.</p>
  if (data === undefined) return <p className={style.absent}>Loading the samples…</p>
  if (data.length === 0) return <p className={style.absent}>Not recorded in both runs: samples over time.</p>
  return (
    <section aria-label="Over time">
      <h3>Over time</h3>
      <ul className={style.legend}>
        <li data-side="base">{base.name}</li>
        <li data-side="own">{own.name}</li>
      </ul>
      {data.map((model) => (
        <figure key={model.id} className={style.lines}>
          <figcaption>
            {model.title} <span>{model.y.unit}</span>
          </figcaption>
          <div style={{ height: HEIGHT }}>
            <ChartDrawing model={model} start="zero" height={HEIGHT} cursor={CURSOR} />
          </div>
        </figure>
      ))}
    </section>
  )
}
