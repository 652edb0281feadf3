import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { readVersionNumber } from '../../../../features/reports/read-version-number.ts'
import { PageFrame } from '../../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../../features/shell/top-bar.tsx'
import { SpecChangesScreen } from '../../../../features/specs/spec-changes-screen.tsx'
import { guestReviewPath } from '../../../../paths.ts'
import { readSearchParams, type SearchParams } from '../../../../search-params.ts'
import { api, orNotFound } from '../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ secret: string }>; searchParams: SearchParams }

export const metadata: Metadata = { title: 'Changes of a spec', robots: { index: false, follow: false } }

export default async function GuestChangesPage({ params, searchParams }: Props) {
  const { secret } = await params
  const query = await readSearchParams(searchParams)
  const from = readVersionNumber(query.get('from'))
  const to = readVersionNumber(query.get('to'))
  if (from === undefined || to === undefined) notFound()
  const { guests } = await api()
  const [page, sections] = await orNotFound(Promise.all([guests.get({ secret }), guests.diff({ secret, from, to })]))
  const links = {
    revision: (number?: number) => guestReviewPath(secret, number),
    blockHref: (block: string) => `${guestReviewPath(secret)}#${block}`,
  }
  return (
    <>
      <TopBar />
      <PageFrame>
        <SpecChangesScreen links={links} name={page.name} title={page.spec.title} {...{ from, to, sections }} />
      </PageFrame>
    </>
  )
}
