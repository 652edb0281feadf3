import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { comparePath, runPath, runsPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { countOf } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import style from './import.module.css'
import type { Stored } from './use-import.ts'

const MAX_PROBLEMS = 50

/** The reason why a step stopped. */
export const ImportFailure = ({ failure }: { failure: { message: string } }) => (
  <p role="alert" className={style.failure}>
    {failure.message}
  </p>
)

/** Content that was not understood, by file and line. */
export function ImportProblems({ problems }: Pick<PreviewDocument, 'problems'>) {
  if (problems.length === 0) return null
  const more = problems.length - MAX_PROBLEMS
  return (
    <details className={style.problems} open={problems.length < 5}>
      <summary>{countOf(problems.length, 'problem')}</summary>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map(({ file, line, message }) => (
          <li key={`${file}:${line}:${message}`}>
            {file !== '' && (
              <code>
                {file}
                {line === undefined ? '' : `:${line}`}
              </code>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {countOf(more, 'more problem')}.</p>}
    </details>
  )
}

/** The outcome, and the next steps. */
export function StoredRuns({ project, stored, onMore }: { project: string; stored: Stored; onMore: () => void }) {
  const { runs, problems } = stored
  const before = runs.filter(({ outcome }) => outcome === 'already').length
  const [only] = runs
  return (
    <section className={style.stored}>
      <div role="status">
        <h2>
          {countOf(runs.length, 'run')} stored{before > 0 ? ` (${before} before)` : ''}
        </h2>
      </div>
      {problems.length > 0 && <Notice title="Not stored">{problems.map(({ message }) => message).join(' ')}</Notice>}
      <p className={style.choices}>
        <a className={button.primary} href={comparePath(project)}>
          Compare
        </a>
        <a
          className={button.button}
          href={runs.length === 1 && only ? runPath(project, only.runId) : runsPath(project)}
        >
          {runs.length === 1 ? 'Open the run' : 'All runs'}
        </a>
        <button type="button" className={button.button} onClick={onMore}>
          Import more
        </button>
      </p>
    </section>
  )
}
