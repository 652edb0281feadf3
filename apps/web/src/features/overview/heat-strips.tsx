import { type ProductStrips, type ReleaseStrip, splitByReleases } from '@assay/domain/findings/releases/release-strips'
import { Tooltip } from '../../ui/tooltip.tsx'
import { HeatKey } from './heat-key.tsx'
import { heatProduct } from './heat-marks.ts'
import { HeatStripTables } from './heat-strip-tables.tsx'
import style from './heat-strips.module.css'
import { allReleasesHref } from './release-href.ts'

/** Releases of each product and machine as a row of cells, aligned so that a bad release is a column of one color. */
export function HeatStrips({ project, products }: { project: string; products: readonly ProductStrips[] }) {
  const { compared, single } = splitByReleases(products)
  return (
    <Tooltip>
      <HeatKey />
      <HeatStripTables products={compared.map((product) => heatProduct(project, product))} />
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
