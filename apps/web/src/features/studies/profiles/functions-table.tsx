import type { FunctionRow } from '@assay/api/profiles/flame-tree'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { percentText, pointsText } from './frame-text.ts'
import style from './profiles.module.css'

/** More are in the flame graph. */
const SHOWN = 40

/** The functions of a profile as a table, which says what the flame graph draws. */
export function FunctionsTable({ functions, isCompared }: { functions: readonly FunctionRow[]; isCompared: boolean }) {
  return (
    <DataTable
      caption={isCompared ? 'Functions by change' : 'Functions by their own share'}
      columns={isCompared ? COMPARED : ALONE}
      rows={functions.slice(0, SHOWN)}
      rowKey={({ name, module }) => `${module} ${name}`}
    />
  )
}

const NAME: Column<FunctionRow> = {
  key: 'name',
  header: 'Function',
  heads: true,
  cell: ({ name }) => <span className={style.function}>{name}</span>,
}
const SELF: Column<FunctionRow> = {
  key: 'self',
  header: 'Self',
  numeric: true,
  about: 'percent of samples in the function itself',
  cell: ({ self }) => percentText(self),
}
const TOTAL: Column<FunctionRow> = {
  key: 'total',
  header: 'With what it calls',
  numeric: true,
  about: 'percent of samples in the function and in what it calls',
  cell: ({ total }) => percentText(total),
}
const WHERE: Column<FunctionRow> = {
  key: 'module',
  header: 'In',
  wideOnly: true,
  cell: ({ module }) => module?.replace(/^\[|\]$/g, '') ?? '',
}

const ALONE = [NAME, SELF, TOTAL, WHERE]

const COMPARED: Column<FunctionRow>[] = [
  NAME,
  {
    key: 'before',
    header: 'Self, base',
    numeric: true,
    about: 'percent of samples in the function itself, in the profile to compare with',
    cell: ({ selfBefore = 0 }) => percentText(selfBefore),
  },
  SELF,
  {
    key: 'change',
    header: 'Change, points',
    numeric: true,
    about: 'points of percent, self',
    cell: ({ self, selfBefore = 0 }) => pointsText(self - selfBefore),
  },
  TOTAL,
]
