import type { Metadata } from 'next'
import { cache } from 'react'
import { PageFrame } from '../../../../../../features/shell/page-frame.tsx'
import { PIN_ANSWER } from '../../../../../../features/versions/pin-answers.ts'
import { VersionScreen } from '../../../../../../features/versions/version-screen.tsx'
import { readSearchParams, type SearchParams } from '../../../../../../search-params.ts'
import { api, getManages, getProjectKey, orNotFound } from '../../../../../../trpc/server-caller.ts'

type Props = {
  params: Promise<{ project: string; product: string; version: string }>
  searchParams: SearchParams
}

/** Next passes path segments without decoding them. */
const named = async (params: Props['params']) => {
  const { project, product, version } = await params
  return { project, product: decode(product), version: decode(version) }
}

const getVersion = cache(async (project: string, product: string, version: string) =>
  orNotFound((await api()).versions.get({ project, product, version })),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { product, version } = await named(params)
  return { title: `${product} ${version}` }
}

export default async function VersionPage({ params, searchParams }: Props) {
  const { project: given, product, version } = await named(params)
  const project = await getProjectKey(given)
  const [page, mayManage, query] = await Promise.all([
    getVersion(project, product, version),
    getManages(project),
    readSearchParams(searchParams),
  ])
  return (
    <PageFrame>
      <VersionScreen project={project} page={page} mayManage={mayManage} answer={query.get(PIN_ANSWER)} />
    </PageFrame>
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // A malformed escape matches no version.
  }
}
