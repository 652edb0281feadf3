import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { refusedSummary } from '@assay/domain/import/preview/refused-summary'
import { comparePath, runPath, runsPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { LinkedDocs } from '../docs/linked-docs.tsx'
import style from './import.module.css'
import type { Stored } from './use-import.ts'

const MAX_LISTED = 50
/** An option of the command line, such as --param. */
const OPTION = /(?<![\w-])--[a-z]/
/** Problems above the runs of a preview; the others are folded. */
const MAX_ABOVE_RUNS = 6

/** The reason why a step stopped. */
export const ImportFailure = ({ failure }: { failure: { message: string } }) => (
  <p role="alert" className={style.failure}>
    <LinkedDocs text={failure.message} />
  </p>
)

/** Refused files, and content that was not understood, by file and line. */
export function ImportProblems({ preview }: { preview: PreviewDocument }) {
  const { problems } = preview
  if (problems.length === 0) return null
  const refused = refusedSummary(preview)
  const listed = problems.map(({ message, ...at }) => ({ ...at, text: message }))
  // The runs below, and the button that stores them, stay near.
  const first = preview.runs.length === 0 || listed.length <= MAX_ABOVE_RUNS ? listed.length : MAX_ABOVE_RUNS
  return (
    <details className={style.problems} open={problems.length < 5 || refused !== ''}>
      <summary>{refused === '' ? countOf(problems.length, 'problem') : refused}</summary>
      <FileList files={listed.slice(0, first)} more="problem" />
      {problems.some(({ message }) => OPTION.test(message)) && (
        <p>
          Names that begin with <code>--</code> are options of <code>assay push</code>. On this page, choose only the
          files of one run and correct its values in the table, or state a rule in the import profile on the page Data.
        </p>
      )}
      {listed.length > first && (
        <details>
          <summary>{countOf(listed.length - first, 'further problem')}</summary>
          <FileList files={listed.slice(first)} more="problem" />
        </details>
      )}
    </details>
  )
}

/** Files that hold no results, with the reasons; a preview without runs lists them among its problems. */
export function IgnoredFiles({ preview: { runs, ignored } }: { preview: PreviewDocument }) {
  if (ignored.length === 0 || runs.length === 0) return null
  return (
    <details className={style.problems}>
      <summary>{countOf(ignored.length, 'file')} left out</summary>
      <FileList files={ignored.map(({ file, reason }) => ({ file, text: reason }))} more="file" />
    </details>
  )
}

type ListedFile = { file: string; line?: number | undefined; text: string }

function FileList({ files, more }: { files: readonly ListedFile[]; more: string }) {
  const hidden = files.length - MAX_LISTED
  return (
    <>
      <ul>
        {files.slice(0, MAX_LISTED).map(({ file, line, text }) => (
          <li key={`${file}:${line}:${text}`}>
            {file !== '' && (
              <code>
                {file}
                {line === undefined ? '' : `:${line}`}
              </code>
            )}{' '}
            <LinkedDocs text={text} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>And {countOf(hidden, `more ${more}`)}.</p>}
    </>
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
      {problems.length > 0 && (
        <Notice title="Not stored">
          <FileList files={problems.map(({ message, ...at }) => ({ ...at, text: message }))} more="problem" />
        </Notice>
      )}
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
        <Button onClick={onMore}>Import more</Button>
      </p>
    </section>
  )
}
