import { runsPath, versionPath } from '../../paths.ts'
import type { ProjectHome } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { countOf } from '../../ui/format-count.ts'
import { formatRunQuery } from '../runs/run-query.ts'
import style from './chips.module.css'

/** Products with their versions, each with its number of runs. */
export function Products({ project, products }: { project: string; products: ProjectHome['products'] }) {
  return (
    <ul className={card.grid}>
      {products.map(({ id, name, runCount, versions }) => (
        <li key={id} className={card.card}>
          <h3>
            <a href={runsPath(project, formatRunQuery({ filters: { product: [name] } }))}>{name}</a>
          </h3>
          <p className={style.count}>{countOf(runCount, 'run')}</p>
          <ul className={style.chips}>
            {versions.map((version) => (
              <li key={version.id}>
                <a href={versionPath(project, name, version.name)} title={countOf(version.runCount, 'run')}>
                  {version.name}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
