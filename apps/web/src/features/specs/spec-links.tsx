import { specName } from '@assay/domain/specs/spec'
import { specPath } from '../../paths.ts'
import type { SpecSummary } from '../../trpc/api-types.ts'
import style from '../home/saved-links.module.css'
import { StateBadge } from './state-badge.tsx'

/** Links to specs by number and title. */
export function SpecLinks({ project, specs }: { project: string; specs: readonly SpecSummary[] }) {
  return (
    <ul className={style.list}>
      {specs.map((spec) => (
        <li key={spec.id}>
          <a href={specPath(project, specName(spec))}>{`${specName(spec)} ${spec.title}`}</a>{' '}
          <StateBadge state={spec.state} />
        </li>
      ))}
    </ul>
  )
}
