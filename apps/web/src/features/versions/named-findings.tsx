import { findingPath, knownBugPath } from '../../paths.ts'
import type { VersionDetails } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import style from './versions.module.css'

type Finding = VersionDetails['others'][number]
type Props = { project: string; findings: readonly Finding[]; label: string; nameOf: (finding: Finding) => string }

/** Findings with their triage state. */
export function NamedFindings({ project, findings, label, nameOf }: Props) {
  return (
    <ul className={style.findings} aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.id}>
          <a href={findingPath(project, finding.id)}>{nameOf(finding)}</a>
          <Badge tone={finding.state === 'new' ? 'accent' : 'plain'}>
            {finding.fixedIn === null ? finding.state : `${finding.state} in ${finding.fixedIn}`}
          </Badge>
          {finding.mayBe.map(({ slug, bug }) => (
            <a key={slug} href={knownBugPath(project, slug)}>
              may be bug {bug}
            </a>
          ))}
          {finding.knownBug !== null && (
            <a href={knownBugPath(project, finding.knownBug)}>known bug {finding.knownBug}</a>
          )}
        </li>
      ))}
    </ul>
  )
}
