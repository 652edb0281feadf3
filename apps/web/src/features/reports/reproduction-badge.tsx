import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { Badge } from '../../ui/badge.tsx'
import { reproductionWords } from './reproduction-words.ts'

/** Shows whether current results agree with the frozen figure. */
export function ReproductionBadge({ reproduction }: { reproduction: Reproduction }) {
  return <Badge tone={reproduction.kind === 'reproduced' ? 'plain' : 'warn'}>{reproductionWords(reproduction)}</Badge>
}
