import { pathOfProject } from '@assay/domain/projects/project-key'
import Link from 'next/link'
import { organizationsPath } from '../../paths.ts'
import type { Project } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import style from './study-cards.module.css'

/** The projects that the caller can read. */
export function ProjectList({ projects }: { projects: readonly Project[] }) {
  return (
    <>
      <PageHeader title="Projects" />
      {projects.length === 0 ? (
        <EmptyState title="No projects that you can read">
          <p>
            <a href={organizationsPath()}>Create one</a>, or ask to be invited to an existing one. The demo project is
            loaded by the first <code>npm start</code>. If it is missing, stop the server, look at what it printed about
            the demo, and start it again.
          </p>
        </EmptyState>
      ) : (
        <ul className={card.grid}>
          {projects.map(({ id, slug, name, description, organization }) => (
            <li key={id}>
              <Link href={pathOfProject({ slug, organization })} className={style.card} prefetch={false}>
                <span className={style.kind}>{organization.name}</span>
                <strong>{name}</strong>
                <span className={style.about}>{description}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
