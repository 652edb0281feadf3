import { changeSharePath, comparePath, publishedPath } from '../../paths.ts'
import type { PublishedShare, Share } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RevokeShare } from './revoke-share.tsx'
import style from './share.module.css'
import { shareWays } from './share-state.ts'

type Props = {
  project: string
  organization: string
  /** Null for visitors who cannot see them. */
  shares: readonly Share[] | null
  published: readonly PublishedShare[]
}

/** All links of the project: author, views and expiry. */
export function SharesScreen({ project, organization, shares, published }: Props) {
  return (
    <>
      <PageHeader
        title={shares === null || shares.length === 0 ? 'Shared links' : linksTitle(shares)}
        summary="Frozen comparisons and reports that people can see without an account."
      />
      {shares === null ? (
        <>
          <Published shares={published} />
          <Notice title="Sign in to see the links.">Only authors of this project can see and create links.</Notice>
        </>
      ) : shares.length === 0 ? (
        <EmptyState title="No links yet">
          <p>
            Open <a href={comparePath(project)}>a comparison</a> and choose Share.
          </p>
        </EmptyState>
      ) : (
        <DataTable caption="Links" columns={columns(project, organization)} rows={shares} rowKey={({ id }) => id} />
      )}
    </>
  )
}

/** "2 shared links, 1 of them revoked". */
function linksTitle(shares: readonly Share[]): string {
  const revoked = shares.filter(({ revokedAt }) => revokedAt !== null).length
  return `${countOf(shares.length, 'shared link')}${revoked === 0 ? '' : `, ${revoked} of them revoked`}`
}

function Published({ shares }: { shares: readonly PublishedShare[] }) {
  return (
    <ul>
      {shares.map(({ organization, slug, title, by, createdAt }) => (
        <li key={slug}>
          <a href={publishedPath(organization, slug)}>{title}</a>, {by}, {formatDate(createdAt)}
        </li>
      ))}
    </ul>
  )
}

const columns = (project: string, organization: string): Column<Share>[] => [
  {
    key: 'title',
    header: 'Title',
    heads: true,
    cell: (share) => {
      const { title, name, slug } = share
      const shown = slug === null ? title : <a href={publishedPath(organization, slug)}>{title}</a>
      return (
        <span className={style.named}>
          {name ?? shown}
          {name !== null && <small>{shown}</small>}
          <small>{shareWays(share).join(', ')}</small>
        </span>
      )
    },
  },
  { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy, wideOnly: true },
  { key: 'made', header: 'Created', cell: ({ createdAt }) => formatDate(createdAt), wideOnly: true },
  { key: 'views', header: 'Views', numeric: true, cell: ({ views }) => views, wideOnly: true },
  {
    key: 'last',
    header: 'Last view',
    cell: ({ lastViewAt }) => (lastViewAt === null ? '' : formatDate(lastViewAt)),
    wideOnly: true,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatDate(expiresAt)),
  },
  {
    key: 'revoke',
    header: 'State',
    cell: ({ id, title, name, revokedAt }) =>
      revokedAt === null ? (
        <span className={style.actions}>
          <a href={changeSharePath(project, id)} className={button.button} aria-label={`Change ${name ?? title}`}>
            Change
          </a>
          <RevokeShare project={project} id={id} title={name ?? title} />
        </span>
      ) : (
        `revoked ${formatDate(revokedAt)}`
      ),
  },
]
