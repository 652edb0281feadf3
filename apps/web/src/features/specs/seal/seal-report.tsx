import type { SealReport as Report } from '@assay/domain/specs/seal/verify-seal'
import { countOf } from '../../../ui/format-count.ts'
import { formatDate } from '../../../ui/format-date.ts'
import { Notice } from '../../../ui/notice.tsx'
import { actionText } from './action-text.ts'
import style from './seal-report.module.css'

/** The result of a verification: intact or not, later actions, and each difference with its path. */
export function SealReport({ report, isRecordOnly = false }: { report: Report; isRecordOnly?: boolean }) {
  const { seal, later, problems, withheld } = report
  const newest = later.at(-1)?.sha256
  if (seal === null) {
    return (
      <>
        <Notice>This spec has no seal. A spec is sealed when it is resolved.</Notice>
        <Differences problems={problems} />
      </>
    )
  }
  return (
    <>
      {problems.length === 0 ? (
        <p role="note" className={style.intact}>
          <strong>{isRecordOnly ? 'The record is intact; the text above it was not verified.' : 'Intact.'}</strong>{' '}
          {isRecordOnly ? 'In the record, everything' : 'Everything'} is as it was sealed on{' '}
          <time dateTime={seal.at}>{formatDate(seal.at)}</time>, except for{' '}
          {later.length === 0 ? 'nothing: there are no later actions' : countOf(later.length, 'recorded action')}.
        </p>
      ) : (
        <Notice title="Changed without a record.">
          {countOf(problems.length, 'difference')} that no recorded action explains.
        </Notice>
      )}
      <Differences problems={problems} />
      <section aria-labelledby="sealed">
        <h2 id="sealed">Seal</h2>
        <dl className={style.facts}>
          <dt>{seal.kind === 'sealed-later' ? 'Sealed after an upgrade of the server' : 'Sealed when resolved'}</dt>
          <dd>
            <time dateTime={seal.at}>{formatDate(seal.at)}</time>
          </dd>
          <dt>Seal sha256</dt>
          <dd>
            <code>{seal.sha256}</code>
          </dd>
          {newest !== undefined && (
            <>
              <dt>Newest change sha256</dt>
              <dd>
                <code>{newest}</code>
              </dd>
            </>
          )}
          {withheld > 0 && (
            <>
              <dt>Redacted or withheld</dt>
              <dd>{countOf(withheld, 'value')}, whose hashes were verified</dd>
            </>
          )}
        </dl>
        <p>
          {newest === undefined
            ? 'A file comes from this server if its seal has the sha256 that this server shows.'
            : 'A file comes from this server if its seal and its newest change have the sha256 that this server shows.'}
        </p>
      </section>
      {later.length > 0 && (
        <section aria-labelledby="later">
          <h2 id="later">Later changes</h2>
          <ol className={style.later}>
            {later.map(({ number, kind, at, by }) => (
              <li key={number}>
                <time dateTime={at}>{formatDate(at)}</time> {actionText(kind)}
                {by !== null && `, ${by}`}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function Differences({ problems }: Pick<Report, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">Differences</h2>
      <ul>
        {problems.map(({ link, path, message }) => (
          <li key={`${link} ${path} ${message}`}>
            {link !== null && `Link ${link}, `}
            {path !== null && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
