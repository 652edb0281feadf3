import Link from 'next/link'
import { projectPath } from '../../paths.ts'
import type { Project } from '../../trpc/answers.ts'
import style from './project-name.module.css'

/** The current project in the top bar. */
export function ProjectName({ project }: { project: Project }) {
  return (
    <Link href={projectPath(project.slug)} className={style.name} prefetch={false}>
      <span aria-hidden="true" className={style.slash}>
        /
      </span>
      <span className={style.text}>{project.name}</span>
    </Link>
  )
}
