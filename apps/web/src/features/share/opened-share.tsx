import type { Opened } from '@assay/api/shares/open-share'
import { getReproduction } from '../../server/open-share-page.ts'
import { ShareScreen } from './share-screen.tsx'

type Props = {
  opened: Extract<Opened, { kind: 'open' }>
  /** Address of the page itself, also when it is embedded. */
  page: string
}

/** The content of an open shared link, compared with today's data. */
export async function OpenedShare({ opened, page }: Props) {
  const { share, found } = opened
  return (
    <ShareScreen
      content={share.content}
      sha256={share.sha256}
      reproduction={await getReproduction(opened)}
      project={found.project}
      page={page}
    />
  )
}
