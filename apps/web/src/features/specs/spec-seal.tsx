import { amendmentsSinceResolved } from '@assay/domain/specs/spec'
import { specChangesPath, specPath, specSealPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/api-types.ts'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { ConfirmChange } from './confirm-change.tsx'
import style from './spec-seal.module.css'

/** Above a resolved spec: when and in which revision it was resolved, and what changed since. */
export function SpecSeal({ project, page }: { project: string; page: SpecPage }) {
  const { name, seal, resolvedRevision, spec, revision, rights } = page
  if (seal === null || resolvedRevision === null) return null
  const isAsResolved = revision.number === resolvedRevision
  const isLabeled = seal.kind === 'sealed-later'
  return (
    <div role="note" className={style.seal}>
      {isAsResolved ? 'As resolved' : 'Resolved'}
      {isLabeled ? ' before the server sealed specs; sealed on ' : ' on '}
      <time dateTime={seal.at}>{formatDate(seal.at)}</time>,{' '}
      {isAsResolved ? (
        `revision ${resolvedRevision}`
      ) : (
        <a href={specPath(project, name)}>{`revision ${resolvedRevision}`}</a>
      )}
      {' · '}
      <a href={specSealPath(project, name)}>
        {seal.laterChanges === 0 ? 'no later changes' : countOf(seal.laterChanges, 'later change')}
      </a>
      {isAsResolved && spec.revision > resolvedRevision && (
        <>
          {' · '}
          <a href={specPath(project, name, spec.revision)}>{`revision ${spec.revision}`}</a> has editorial changes,{' '}
          <a href={specChangesPath(project, name, { from: resolvedRevision, to: spec.revision })}>show them</a>
        </>
      )}
      {spec.errata.length > 0 && (
        <ol className={style.errata} aria-label="Errata">
          {spec.errata.map(({ number, quote, text, by, at }) => (
            <li key={number}>
              <strong>Erratum {number}</strong>
              {quote !== '' && ` on “${quote}”`}: {text}{' '}
              <span className={style.by}>
                {by.name}, <time dateTime={at}>{formatDate(at)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
      {rights.includes('feedback') &&
        amendmentsSinceResolved(spec)
          .filter(({ confirmed }) => confirmed === null)
          .map((change) => <ConfirmChange key={change.revision} {...{ project, name, change }} />)}
    </div>
  )
}
