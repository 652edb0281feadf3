import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { countOf } from '../../ui/format-count.ts'

/** Describes whether current results agree with a frozen figure. */
export function reproductionWords(reproduction: Reproduction): string {
  switch (reproduction.kind) {
    case 'reproduced':
      return 'frozen · reproduced'
    case 'differs':
      return `frozen ${reproduction.frozen}, today ${reproduction.today} (${countOf(reproduction.cells, 'cell')})`
    case 'gone':
      return `source runs of ${countOf(reproduction.cells, 'cell')} are gone`
  }
}
