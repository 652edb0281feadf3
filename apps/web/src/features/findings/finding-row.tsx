import { agreementWords, causeLine, findingTitle } from '@assay/domain/findings/finding-words'
import { percentWords } from '@assay/domain/findings/releases/release-words'
import { findingPath } from '../../paths.ts'
import type { StoredFinding } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { SizeBar } from '../../ui/size-bar.tsx'
import style from './inbox.module.css'
import { ReleaseHistory } from './release-history.tsx'

type Props = {
  project: string
  finding: StoredFinding
  mayWrite: boolean
  /** Filters of the list, in which the page of the finding finds the previous and the next one. */
  query: string
}

/** A finding in the list: the history of its largest change, what changed, and how much. */
export function FindingRow({ project, finding, mayWrite, query }: Props) {
  const { id, state, cause, direction, owner, fixedIn, knownBug, mayBe } = finding
  const agreement = agreementWords(finding)
  return (
    <li className={style.row} data-finding={id} data-direction={direction} tabIndex={-1}>
      <div className={style.spark}>
        {mayWrite && (
          <Checkbox
            name="finding"
            value={id}
            aria-label={`Select ${findingTitle(finding)}`}
            className="needs-script"
            tabIndex={-1}
          />
        )}
        <ReleaseHistory finding={finding} />
      </div>
      <div className={style.text}>
        <h2 className={style.title}>
          <a href={findingPath(project, id, query)}>{findingTitle(finding)}</a>
        </h2>
        <p className={style.about}>
          <Badge tone={state === 'new' ? 'accent' : 'plain'}>
            {fixedIn === null ? state : `${state} in ${fixedIn}`}
          </Badge>
          {knownBug !== null && <Badge>known bug {knownBug}</Badge>}
          {mayBe.map(({ slug, bug }) => (
            <Badge key={slug}>may be bug {bug}</Badge>
          ))}
          {owner !== null && <span>{owner.name}</span>}
          {agreement !== '' && <span>{agreement}</span>}
          {cause !== null && <span title={cause}>{causeLine(cause)}</span>}
        </p>
      </div>
      <Size finding={finding} />
    </li>
  )
}

/** The largest change: its number, and a bar with its interval. */
function Size({ finding: { changes, direction } }: { finding: StoredFinding }) {
  const [largest] = changes
  if (largest === undefined) return null
  const { ratio, low, high, test } = largest
  return (
    <p className={style.size} data-tone={direction}>
      <strong>{percentWords(ratio)}</strong>
      <SizeBar ratio={ratio} low={low} high={high} tone={direction} />
      <span className={style.test}>{test}</span>
    </p>
  )
}
