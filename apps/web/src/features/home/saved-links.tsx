import { savedPath } from '../../paths.ts'
import type { SavedComparison } from '../../trpc/answers.ts'
import style from './saved-links.module.css'

/** Links to saved comparisons. */
export function SavedLinks({ project, saved }: { project: string; saved: readonly SavedComparison[] }) {
  return (
    <ul className={style.list}>
      {saved.map(({ id, slug, title, about }) => (
        <li key={id}>
          <a href={savedPath(project, slug)} title={about ?? undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
