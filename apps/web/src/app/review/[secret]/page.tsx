import type { Metadata } from 'next'
import { cache } from 'react'
import { readVersionNumber } from '../../../features/reports/read-version-number.ts'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { GuestReviewScreen } from '../../../features/spec-guests/guest-review-screen.tsx'
import { readSearchParams, type SearchParams } from '../../../search-params.ts'
import { api, orNotFound } from '../../../trpc/server-caller.ts'

type Props = { params: Promise<{ secret: string }>; searchParams: SearchParams }

const getGuestReview = cache(async (secret: string, revision: number | undefined) =>
  orNotFound((await api()).guests.get({ secret, ...(revision === undefined ? {} : { revision }) })),
)

async function guestReviewOf({ params, searchParams }: Props) {
  const { secret } = await params
  return getGuestReview(secret, readVersionNumber((await readSearchParams(searchParams)).get('revision')))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, spec } = await guestReviewOf(props)
  return { title: `${name} ${spec.title}`, robots: { index: false, follow: false } }
}

/** The review page for a guest link. */
export default async function GuestReviewPage(props: Props) {
  const { secret } = await props.params
  const page = await guestReviewOf(props)
  const { guests } = await api()
  const [revisions] = await Promise.all([
    guests.revisions({ secret }),
    guests.recordRead({ secret, revision: page.revision.number }),
  ])
  return (
    <>
      <TopBar />
      <PageFrame width="full">
        <GuestReviewScreen secret={secret} page={page} revisions={revisions} />
      </PageFrame>
    </>
  )
}
