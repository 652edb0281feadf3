import { specExportPath, specLinkPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/answers.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-files.module.css'

/** The spec as files, and the hashes by which a copy can be verified. */
export function SpecFiles({ project, page }: { project: string; page: SpecPage }) {
  const { name, revision, appendixSha256, seals, imported } = page
  const href = (format: string) => specExportPath(project, name, format, revision.number)
  return (
    <section aria-labelledby="files" className={style.files}>
      <h2 id="files">Files and hashes</h2>
      <p className="no-print">
        Revision {revision.number} with its whole appendix: <a href={href('markdown')}>Markdown</a>,{' '}
        <a href={href('html')}>HTML</a>, which works offline, and <a href={href('pdf')}>PDF</a>.
        {page.rights.includes('steer') && (
          <>
            {' '}
            <a href={specLinkPath(project, name)}>Public link</a>
          </>
        )}
      </p>
      <dl>
        <dt>Text sha256</dt>
        <dd>{revision.sha256}</dd>
        <dt>Appendix sha256</dt>
        <dd>{appendixSha256}</dd>
        {seals.map((seal) => (
          <div key={seal.round}>
            <dt>When review {seal.round} was resolved</dt>
            <dd>
              <time dateTime={seal.at}>{formatDate(seal.at)}</time>, revision {seal.revision},{' '}
              {seal.appendixSha256 === appendixSha256
                ? 'with this appendix'
                : `with the appendix ${seal.appendixSha256}; the current appendix includes later comments, actions and redactions`}
            </dd>
          </div>
        ))}
        {imported !== null && (
          <>
            <dt>Imported</dt>
            <dd>
              <time dateTime={imported.at}>{formatDate(imported.at)}</time> by {imported.by}, from a file of{' '}
              {imported.source.name} of {imported.source.organization}, {imported.source.project}. Names and comments
              are as in the file.
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
