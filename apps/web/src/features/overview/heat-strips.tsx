import {
  heatStyle,
  type ProductStrips,
  type ReleaseCell,
  type ReleaseStrip,
  splitByReleases,
} from '@assay/domain/findings/releases/release-strips'
import { newestCell, percentWords, releaseLines } from '@assay/domain/findings/releases/release-words'
import { type AlignedStrip, alignStrips } from '@assay/domain/findings/releases/strip-columns'
import { Tooltip } from '../../ui/tooltip.tsx'
import cellStyle from './heat-cell.module.css'
import { HeatKey } from './heat-key.tsx'
import style from './heat-strips.module.css'
import { allReleasesHref, releaseHref } from './release-href.ts'

/** Number of releases that fit beside each other. */
const MAX_SLOTS = 16
/** Smaller changes of the mean are shown by colour alone. */
const MIN_SHOWN = 0.02

/** Releases of each product and machine as a row of cells, aligned so that a bad release is a column of one colour. */
export function HeatStrips({ project, products }: { project: string; products: readonly ProductStrips[] }) {
  const { compared, single } = splitByReleases(products)
  return (
    <Tooltip>
      <div className={style.strips}>
        {compared.map((product) => (
          <Product key={product.product} project={project} product={product} />
        ))}
      </div>
      <HeatKey />
      {single.length > 0 && <SingleReleases project={project} strips={single} />}
    </Tooltip>
  )
}

/** Machines that measured one release of a product: nothing is compared, which is not the same as no regression. */
function SingleReleases({ project, strips }: { project: string; strips: readonly ReleaseStrip[] }) {
  return (
    <p className={style.single}>
      Nothing to compare, one release each:{' '}
      {strips.map((strip, at) => (
        <span key={`${strip.product} ${strip.hardware} ${strip.benchmark}`}>
          {at > 0 && ', '}
          <a href={allReleasesHref(project, strip)}>
            {strip.product} {strip.cells[0]?.version} on {strip.hardware}
          </a>{' '}
          ({strip.benchmark})
        </span>
      ))}
      .
    </p>
  )
}

function Product({ project, product }: { project: string; product: ProductStrips }) {
  const { columns, aligned } = alignStrips(product, MAX_SLOTS)
  return (
    <table className={style.product}>
      <caption className="visually-hidden">{product.product}: each release vs the previous one</caption>
      <thead>
        <tr>
          <th scope="col" className={style.name}>
            {product.product}
          </th>
          <td className={style.columns} aria-hidden="true">
            {columns.map(({ label, slots }) => (
              <span key={label} style={widthOf(slots)}>
                {label}
              </span>
            ))}
          </td>
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
        {aligned.map((one) => (
          <Strip key={`${one.strip.hardware} ${one.strip.benchmark}`} project={project} aligned={one} />
        ))}
      </tbody>
    </table>
  )
}

const widthOf = (slots: number) => ({ width: `calc(var(--slot) * ${slots})` })

function Strip({ project, aligned: { strip, groups } }: { project: string; aligned: AlignedStrip }) {
  return (
    <tr className={style.strip}>
      <th scope="row">
        <a href={allReleasesHref(project, strip)}>
          {strip.hardware} <small>{strip.benchmark}</small>
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
                <Cell key={cell.version} project={project} strip={strip} cell={cell} />
              ),
            )}
          </span>
        ))}
      </td>
      <Newest cell={newestCell(strip)} />
    </tr>
  )
}

function Cell({ project, strip, cell }: { project: string; strip: ReleaseStrip; cell: ReleaseCell }) {
  const label = releaseLines(strip, cell).join('. ')
  const { previous, version } = cell
  const href =
    previous === null ? allReleasesHref(project, strip) : releaseHref(project, strip, { from: previous, to: version })
  const shared = { href, 'data-tip': '', 'aria-label': label }
  if (cell.kind !== 'compared') return <a {...shared} className={cellStyle.cell} data-kind={cell.kind} />
  const { tone, step, isInconclusive } = heatStyle(cell.result)
  const { geometricMean, regressions, improvements } = cell.result
  const mean = geometricMean ?? 1
  const other = otherDirection(tone, { regressions, improvements })
  return (
    <a
      {...shared}
      className={cellStyle.cell}
      data-kind="compared"
      data-tone={tone}
      data-step={step}
      data-inconclusive={isInconclusive}
    >
      {Math.abs(mean - 1) >= MIN_SHOWN && <span>{percentWords(mean).replace('%', '')}</span>}
      {other !== null && <i className={cellStyle.other} data-tone={other} />}
    </a>
  )
}

/** The direction of significant changes that a cell of the other colour would hide. */
function otherDirection(
  tone: 'worse' | 'better' | 'neutral',
  { regressions, improvements }: { regressions: number; improvements: number },
): 'worse' | 'better' | null {
  if (tone !== 'worse' && regressions > 0) return 'worse'
  return tone !== 'better' && improvements > 0 ? 'better' : null
}

function Newest({ cell }: { cell: ReleaseCell | null }) {
  if (cell === null) return <td colSpan={5} />
  if (cell.kind !== 'compared') {
    return (
      <>
        <td className={style.newest}>{cell.version}</td>
        <td colSpan={4} className={style.nothing}>
          {cell.kind === 'pending' ? 'not compared yet' : 'nothing to compare'}
        </td>
      </>
    )
  }
  const { regressions, improvements, noChange, inconclusive } = cell.result
  return (
    <>
      <td className={style.newest}>{cell.version}</td>
      <td className={regressions > 0 ? style.worse : style.zero}>{regressions}</td>
      <td className={improvements > 0 ? style.better : style.zero}>{improvements}</td>
      <td className={style.count}>{noChange}</td>
      <td className={style.count}>{inconclusive}</td>
    </>
  )
}
