import { knownBugPath } from '../../paths.ts'
import type { KnownBug } from '../../trpc/api-types.ts'
import style from './bug-marks.module.css'

/** Links to the known bugs that affect the preceding item; empty without any. */
export function BugMarks({ project, bugs }: { project: string; bugs: readonly KnownBug[] }) {
  return bugs.map(({ id, slug, product, bug, title }) => (
    <a
      key={id}
      href={knownBugPath(project, slug)}
      className={style.mark}
      title={`Known bug ${product} ${bug}: ${title}`}
    >
      <span className="visually-hidden">known </span>bug {bug}
    </a>
  ))
}
