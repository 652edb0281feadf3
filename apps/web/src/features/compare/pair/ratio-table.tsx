'use client'

import type { Comparison } from '@assay/domain/compare/comparison'
import type { PairGroup, PairMark, PairRow, PairTable } from '@assay/domain/compare/pairs/pair-table'
import { rowsInBars } from '@assay/domain/compare/pairs/ratio-histogram'
import { metricWords } from '@assay/domain/run/metric-words'
import { useState } from 'react'
import { runPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CELL_ANCHOR } from '../surface/cell-parameter.ts'
import type { CellRef } from '../surface/cell-ref.ts'
import { ALL_BARS, RatioBrush } from './ratio-brush.tsx'
import { MeanPlotCell, PlotAxis, RatioPlotCell } from './ratio-plot-cell.tsx'
import style from './ratio-table.module.css'
import { verdictWord } from './verdict-word.ts'

/** The addresses of a table, serialized once for the client component that draws it. */
export type PairLinks = {
  project: string
  /** URL prefix of the chart of a row; the index of the row is appended. */
  chartsAt: string
  sort: Comparison['sort']
  /** The address that sorts by a candidate, by its column. */
  sortHrefs: Readonly<Record<number, string>>
  /** The cell that the address names, to which the page scrolls. */
  cell: CellRef | null
}

type Props = { table: PairTable; index: number; links: PairLinks }

/** Plot and table of a comparison in one: each test with its dot, its ratios, and CPU and p99 where they were measured. */
export function RatioTable({ table: whole, index, links }: Props) {
  const [edges, setEdges] = useState(ALL_BARS)
  const tests = countRows(whole)
  const isAll = edges.from === ALL_BARS.from && edges.to === ALL_BARS.to
  const table = isAll ? whole : rowsInBars(whole, edges)
  const { title, metric, baseLabel, candidates, companions, groups } = table
  const name = `${[metric, title].filter(Boolean).join(', ')}, relative to ${baseLabel}`
  return (
    <section className={style.section}>
      {title !== '' && <h2 className={style.title}>{title}</h2>}
      <section
        className={style.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Table: ${name}`}
      >
        <table className={style.table} data-table={index}>
          <caption className="visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col" className={style.corner}>
                Test{' '}
                <span className={style.faint}>
                  {metricWords(metric)} ÷ {baseLabel}
                </span>
                {!isAll && (
                  <span className={style.part}>
                    <span role="status">
                      {countRows(table)} of {tests} tests
                    </span>
                    <Button variant="quiet" onClick={() => setEdges(ALL_BARS)}>
                      Show all
                    </Button>
                  </span>
                )}
              </th>
              <td className={style.plot}>
                {tests >= MIN_BRUSHED && <RatioBrush table={whole} edges={edges} select={setEdges} />}
                <PlotAxis scale={table.scale} />
              </td>
              {candidates.map((candidate, at) => (
                <Head key={candidate.column} {...candidate} isNewest={at === candidates.length - 1} links={links} />
              ))}
              {companions.map(({ metric: companion, label }) => (
                <th
                  key={companion}
                  scope="col"
                  className={style.companion}
                  title={`${companion}, relative to ${baseLabel}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <Group key={group.name} group={group} table={table} index={index} links={links} />
          ))}
        </table>
      </section>
    </section>
  )
}

/** Fewer tests than this are all in view. */
const MIN_BRUSHED = 15

const countRows = ({ groups }: PairTable) => groups.reduce((sum, { rows }) => sum + rows.length, 0)

type HeadProps = { column: number; label: string; isNewest: boolean; links: PairLinks }

function Head({ column, label, isNewest, links: { sort, sortHrefs } }: HeadProps) {
  const sorted = sort.kind === 'column' && sort.column === column ? sort.direction : 'none'
  const [sign, next] = SORTS[sorted]
  return (
    <th scope="col" aria-sort={sorted} className={isNewest ? style.newest : style.older}>
      <a href={sortHrefs[column]} data-soft="" title={`Sort by ${label}, ${next}`}>
        {label} <span aria-hidden="true">{sign}</span>
        <span className="visually-hidden">{`sort by ${label}, ${next}`}</span>
      </a>
    </th>
  )
}

const SORTS = {
  none: ['', 'largest first'],
  descending: ['↓', 'smallest first'],
  ascending: ['↑', 'in the benchmark’s order'],
} as const

type GroupProps = { group: PairGroup; table: PairTable; index: number; links: PairLinks }

function Group({ group: { name, rows, means }, table, index, links }: GroupProps) {
  const last = means.length - 1
  return (
    <tbody>
      {name !== null && (
        <tr className={style.group}>
          <th scope="rowgroup">
            {name} <span className={style.faint}>{rows.length}</span>
          </th>
          <td className={style.plot} aria-hidden="true">
            <MeanPlotCell at={means[last]?.at ?? null} scale={table.scale} />
          </td>
          {means.map((mean, at) => (
            <td
              key={table.candidates[at]?.column}
              className={at === last ? style.newest : style.older}
              title="Geometric mean"
            >
              {mean?.text}
            </td>
          ))}
          {table.companions.map(({ metric }) => (
            <td key={metric} className={style.companion} />
          ))}
        </tr>
      )}
      {rows.map((row) => (
        <Row key={row.index} row={row} table={table} index={index} links={links} />
      ))}
    </tbody>
  )
}

type RowProps = { row: PairRow; table: PairTable; index: number; links: PairLinks }

function Row({ row, table, index, links }: RowProps) {
  const chart = `${index}.${row.index}`
  const { cell } = links
  return (
    <tr data-row={row.index} data-verdict={verdictWord(row.marks.at(-1)?.state ?? 'not judged')}>
      <th scope="row">
        <a href={`${links.chartsAt}${chart}`} data-chart={chart} className={style.name} title={`Chart of ${row.label}`}>
          {row.label}
          <span className="visually-hidden"> draw as chart</span>
        </a>
      </th>
      <td className={style.plot} aria-hidden="true">
        <RatioPlotCell marks={row.marks} scale={table.scale} />
      </td>
      {row.marks.map((mark, at) => (
        <Ratio
          key={mark.column}
          mark={mark}
          at={`${index}.${row.index}.${mark.column}`}
          isNewest={at === row.marks.length - 1}
          isNamed={cell?.table === index && cell.row === row.index && cell.column === mark.column}
          project={links.project}
        />
      ))}
      {row.companions.map(({ text, state }, at) => (
        <td key={table.companions[at]?.metric} className={style.companion} data-state={state}>
          {text}
        </td>
      ))}
    </tr>
  )
}

const SIGNS = { regression: '▼', improvement: '▲', inconclusive: '○', 'no change': '', 'not judged': '' } as const

type RatioProps = { mark: PairMark; at: string; isNewest: boolean; isNamed: boolean; project: string }

function Ratio({ mark: { text, state, runId, notes }, at, isNewest, isNamed, project }: RatioProps) {
  const sign = SIGNS[state]
  return (
    <td className={isNewest ? style.newest : style.older} data-state={state} id={isNamed ? CELL_ANCHOR : undefined}>
      {runId === null ? (
        text
      ) : (
        <a href={runPath(project, runId)} data-ref={at}>
          {sign !== '' && (
            <span className={style.sign} role="img" aria-label={state}>
              {sign}
            </span>
          )}
          {text}
          {notes.length > 0 && <sup> {notes.join(' ')}</sup>}
        </a>
      )}
    </td>
  )
}
