import type { Metadata } from 'next'
import { TokenScreen } from '../../../../../features/tokens/token-screen.tsx'
import { tokensTitle } from '../../../../../features/tokens/token-state.ts'
import { tokensPath } from '../../../../../paths.ts'
import { orRedirectToSignIn } from '../../../../../server/redirect-to-sign-in.ts'
import { api } from '../../../../../trpc/server-caller.ts'
import { PageHeader } from '../../../../../ui/page-header.tsx'

type Props = { params: Promise<{ project: string }> }

export const metadata: Metadata = { title: 'Tokens', robots: { index: false } }

export default async function TokensPage({ params }: Props) {
  const { project } = await params
  const tokens = await orRedirectToSignIn((await api()).tokens.list({ project }), tokensPath(project))
  const now = Date.now()
  return (
    <>
      <PageHeader
        title={tokensTitle(tokens, now)}
        summary="Credentials of programs that upload or read. Each is valid for this project only."
      />
      <TokenScreen project={project} tokens={tokens} now={now} />
    </>
  )
}
