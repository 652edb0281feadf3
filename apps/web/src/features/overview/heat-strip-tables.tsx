'use client'

import { type CSSProperties, Suspense } from 'react'
import cellStyle from './heat-cell.module.css'
import type { HeatMark, HeatProduct, HeatStrip } from './heat-marks.ts'
import style from './heat-strips.module.css'

/** The strips of each product. Their cells cross the wire as data, because their elements would be most of the page. */
export const HeatStripTables = ({ products }: { products: readonly HeatProduct[] }) => (
  <div className={style.strips}>
    {products.map((product) => (
      // Each table is hydrated in a task of its own, so that a press on a slow phone waits for one table only.
      <Suspense key={product.name} fallback={<Reserved rows={product.strips.length} />}>
        <Product product={product} />
      </Suspense>
    ))}
  </div>
)

/** The place of a table that has not arrived, so that what follows it does not move. */
const Reserved = ({ rows }: { rows: number }) => (
  // A custom property is no property that React knows.
  <div className={style.reserved} style={{ '--rows': rows } as CSSProperties} />
)

function Product({ product: { name, columns, strips } }: { product: HeatProduct }) {
  return (
    <table className={style.product}>
      <caption className="visually-hidden">{name}: each release vs the previous one</caption>
      <thead>
        <tr>
          <th scope="col" className={style.name}>
            {name}
          </th>
          <th scope="col" className={style.columns}>
            <span className="visually-hidden">Releases</span>
            {columns.map(({ label, slots }) => (
              <span key={label} style={widthOf(slots)} aria-hidden="true">
                {label}
              </span>
            ))}
          </th>
          <th scope="col" className={style.newest}>
            Newest
          </th>
          <th scope="col" title="Regressions">
            <span className={style.worse}>▼</span>
            <span className="visually-hidden">Regressions</span>
          </th>
          <th scope="col" title="Improvements">
            <span className={style.better}>▲</span>
            <span className="visually-hidden">Improvements</span>
          </th>
          <th scope="col" title="No change">
            <span aria-hidden="true">●</span>
            <span className="visually-hidden">No change</span>
          </th>
          <th scope="col" title="Inconclusive">
            <span aria-hidden="true">○</span>
            <span className="visually-hidden">Inconclusive</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {strips.map((strip) => (
          <Strip key={`${strip.hardware} ${strip.benchmark}`} strip={strip} />
        ))}
      </tbody>
    </table>
  )
}

const widthOf = (slots: number) => ({ width: `calc(var(--slot) * ${slots})` })

function Strip({ strip: { hardware, benchmark, href, groups, newest } }: { strip: HeatStrip }) {
  return (
    <tr className={style.strip}>
      <th scope="row">
        <a href={href}>
          {hardware} <small>{benchmark}</small>
        </a>
      </th>
      <td className={style.cells}>
        {groups.map((group, at) => (
          // A group has no name of its own, and the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a group
          <span key={at} style={widthOf(group.length)}>
            {group.map((cell, slot) =>
              cell === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of a gap
                <i key={slot} className={cellStyle.gap} />
              ) : (
                <Cell key={cell.version} cell={cell} />
              ),
            )}
          </span>
        ))}
      </td>
      <Newest newest={newest} />
    </tr>
  )
}

function Cell({ cell: { href, label, kind, heat } }: { cell: HeatMark }) {
  const shared = { href, 'data-tip': '', 'aria-label': label }
  if (heat === undefined) return <a {...shared} className={cellStyle.cell} data-kind={kind} />
  const { tone, step, isInconclusive, text, other } = heat
  return (
    <a
      {...shared}
      className={cellStyle.cell}
      data-kind={kind}
      data-tone={tone}
      data-step={step}
      data-inconclusive={isInconclusive}
    >
      {text !== '' && <span>{text}</span>}
      {other !== null && <i className={cellStyle.other} data-tone={other} />}
    </a>
  )
}

function Newest({ newest }: { newest: HeatStrip['newest'] }) {
  if (newest === null) return <td colSpan={5} />
  const { version, counts, words } = newest
  if (counts === null) {
    return (
      <>
        <td className={style.newest}>{version}</td>
        <td colSpan={4} className={style.nothing}>
          {words}
        </td>
      </>
    )
  }
  const [regressions, improvements, noChange, inconclusive] = counts
  return (
    <>
      <td className={style.newest}>{version}</td>
      <td className={regressions > 0 ? style.worse : style.zero}>{regressions}</td>
      <td className={improvements > 0 ? style.better : style.zero}>{improvements}</td>
      <td className={style.count}>{noChange}</td>
      <td className={style.count}>{inconclusive}</td>
    </>
  )
}
