import type { CellRef } from '@assay/domain/compare/tldr/tldr'
import type { Evidence } from '@assay/domain/specs/evidence/evidence'
import { cellIds, figureId } from '@assay/domain/specs/evidence/insert-figures'
import { sharedLine } from '@assay/domain/specs/evidence/shared-line'
import { Notice } from '../../ui/notice.tsx'
import { FrozenComparison } from '../reports/frozen-comparison.tsx'
import { FrozenStudyFigure } from './frozen-study.tsx'

type Props = {
  /** Null for a reader who cannot open the project. */
  project: string | null
  evidence: Evidence
  /** Time of the import of the spec; earlier figures were frozen on another server. */
  importedAt: string | null
  number: number
}

/** A figure of a spec by its number. */
export function SpecFigure({ project, evidence, importedAt, number }: Props) {
  const one = evidence.figures.find((figure) => figure.number === number)
  if (one === undefined) return null
  const { figure, frozen, problem, reproduction } = one
  const id = figureId(number)
  if (figure === null || frozen === null) {
    return (
      <div id={id}>
        <Notice>{`Figure ${number} is not shown: ${problem ?? 'nothing is frozen'}.`}</Notice>
      </div>
    )
  }
  const idOf = cellIds(evidence)
  const cellId = (cellRef: CellRef) => idOf(number, cellRef)
  const isFromFile = importedAt !== null && frozen.figure.frozenAt < importedAt
  const origin = [sharedLine(frozen.figure), isFromFile ? FROM_FILE : ''].filter((part) => part !== '').join('. ')
  const drawn = { project, figure, reproduction, number, id, cellId, origin }
  const { figure: shown } = frozen
  return shown.format === 2 ? (
    <FrozenStudyFigure {...drawn} frozen={shown} />
  ) : (
    <FrozenComparison {...drawn} frozen={shown} />
  )
}

const FROM_FILE = 'From the imported file'
