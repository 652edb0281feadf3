import type { FunctionRow } from '@assay/api/profiles/flame-tree'
import { functionsTable } from '@assay/domain/compare/studies/pages/profiles-page'
import { FactsTable } from '../frame/facts-table.tsx'
import style from './profiles.module.css'

/** The functions of a profile as a table with the data of the flame graph. */
export function FunctionsTable({ functions, isCompared }: { functions: readonly FunctionRow[]; isCompared: boolean }) {
  return (
    <div className={style.functions}>
      <FactsTable table={functionsTable(functions, isCompared)} />
    </div>
  )
}
