import { specExportPath, specLinkPath, specSealPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'
import style from './spec-files.module.css'

/** The spec as files, and the hashes by which a copy can be verified. */
export function SpecFiles({ project, page }: { project: string; page: SpecPage }) {
  const { name, revision, appendixSha256, seals, seal, imported } = page
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
        {seals.map(({ round, at, revision: resolved }) => (
          <div key={round}>
            <dt>Review {round} resolved</dt>
            <dd>
              <time dateTime={at}>{formatDate(at)}</time>, revision {resolved}
            </dd>
          </div>
        ))}
        {seal !== null && (
          <>
            <dt>Seal sha256</dt>
            <dd>
              {seal.sha256}, <a href={specSealPath(project, name)}>verify</a>
            </dd>
          </>
        )}
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
