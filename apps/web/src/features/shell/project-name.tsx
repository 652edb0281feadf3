import { pathOfProject } from '@assay/domain/projects/project-key'
import Link from 'next/link'
import type { Project } from '../../trpc/api-types.ts'
import style from './project-name.module.css'

/** The current project in the top bar. */
export function ProjectName({ project }: { project: Project }) {
  return (
    <Link href={pathOfProject(project)} className={style.name} prefetch={false}>
      <span aria-hidden="true" className={style.slash}>
        /
      </span>
      <span className={style.text}>{project.name}</span>
    </Link>
  )
}
