import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import type { SpecState } from '@assay/domain/specs/spec'
import { Badge } from '../../ui/badge.tsx'

/** The state of a spec and, when it is known, its outcome. */
export function StateBadges({ state, became }: { state: SpecState; became: string }) {
  return (
    <>
      <StateBadge state={state} /> {became !== '' && <Badge>{became}</Badge>}
    </>
  )
}

export function StateBadge({ state }: { state: SpecState }) {
  const isOpen = state === 'in-review' || state === 'meeting' || state === 'resolving'
  return <Badge tone={isOpen ? 'accent' : 'plain'}>{STATE_WORDS[state]}</Badge>
}
