import type { StoredFinding } from '../../trpc/api-types.ts'
import { Sparkline } from '../../ui/sparkline.tsx'

type Props = { finding: Pick<StoredFinding, 'history' | 'to' | 'direction'> & { changes: readonly { test: string }[] } }

/** The history of the largest change over the releases; nothing for fewer than three. */
export function ReleaseHistory({ finding: { history, to, direction, changes } }: Props) {
  if (history.length < 3) return null
  const marked = history.findIndex(({ version }) => version === to)
  return (
    <Sparkline
      values={history.map(({ value }) => value)}
      label={`${changes[0]?.test ?? ''} in ${history.length} releases, ${history[0]?.version} to ${history.at(-1)?.version}`}
      marked={marked === -1 ? null : marked}
      tone={direction}
    />
  )
}
