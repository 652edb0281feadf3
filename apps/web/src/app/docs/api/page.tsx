import type { Metadata } from 'next'
import { ApiScreen } from '../../../features/api-docs/api-screen.tsx'
import { OpenApiModel } from '../../../features/api-docs/openapi-model.ts'
import { PageFrame } from '../../../features/shell/page-frame.tsx'
import { TopBar } from '../../../features/shell/top-bar.tsx'
import { getOpenApiDocument, listProblems } from '../../../server/openapi-document.ts'

export const metadata: Metadata = { title: 'API' }

export default async function ApiPage() {
  return (
    <>
      <TopBar />
      <PageFrame>
        <ApiScreen model={OpenApiModel.parse(await getOpenApiDocument())} problems={listProblems()} />
      </PageFrame>
    </>
  )
}
