import { runPath, versionPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-outcome.module.css'

const TITLES = { 'not-built': 'Not built', built: 'Built', abandoned: 'Abandoned' } as const

/** Outcome of a spec: the versions in which it was built, and the runs that show its goals met or missed. */
export function SpecOutcome({ project, page }: { project: string; page: SpecPage }) {
  const { outcome } = page.spec
  if (outcome === null) return null
  const { kind, note, by, at } = outcome
  return (
    <section aria-labelledby="outcome" className={style.outcome}>
      <h2 id="outcome">Outcome</h2>
      <p>
        <strong>{TITLES[kind]}</strong>
        {note === '' ? '.' : `: ${note}`}{' '}
        <span className={style.by}>
          {by.name}, <time dateTime={at}>{formatDate(at)}</time>
        </span>
      </p>
      {page.builtIn.length > 0 && (
        <ul aria-label="Versions" className={style.versions}>
          {page.builtIn.map(({ text, known }) => (
            <li key={text}>
              {known === null ? text : <a href={versionPath(project, known.product, known.version)}>{text}</a>}
            </li>
          ))}
        </ul>
      )}
      {page.shownBy.length > 0 && (
        <table>
          <caption>Goals and their runs</caption>
          <thead>
            <tr>
              <th scope="col">Goal</th>
              <th scope="col">Result</th>
              <th scope="col">Run</th>
            </tr>
          </thead>
          <tbody>
            {page.shownBy.map(({ id, goal, met, measured }) => (
              <tr key={goal}>
                <th scope="row">{goal}</th>
                <td data-met={met}>{met ? 'met' : 'missed'}</td>
                <td>
                  {measured === null ? (
                    `${id.slice(0, 8)}, removed since`
                  ) : (
                    <a href={runPath(project, id)}>{measured}</a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
