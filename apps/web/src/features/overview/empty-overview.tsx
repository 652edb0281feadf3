import { docPath } from '../../paths.ts'
import style from './empty-overview.module.css'

const PARTS = [
  ['Releases', 'One cell for each release on each machine: how much faster or slower it is than the one before.'],
  ['Regressions', 'The largest changes, each with its size, its cause and the person who looks after it.'],
  ['Newest vs previous', 'Every test of the newest release as a ratio with its interval.'],
  ['Reports', 'Comparisons that somebody saved or published, as small pictures.'],
] as const

/** The parts of an overview that results will fill. */
export const EmptyOverview = () => (
  <section aria-label="Parts of this page" className={style.parts}>
    {PARTS.map(([title, text]) => (
      <div key={title}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    ))}
    <p>
      <a href={docPath('tutorial')}>Your first comparison in five minutes</a>
    </p>
  </section>
)
