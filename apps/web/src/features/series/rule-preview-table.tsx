import type { RulePreviewCounts } from '@assay/domain/findings/series/count-rule-flags'
import type { RulePreview } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'

type Row = RulePreviewCounts & { name: string }

/** Compares the detections of a rule on past data with those of the default rule. */
export function RulePreviewTable({ trial, byDefault }: RulePreview) {
  const rows = [
    { name: 'this rule', ...trial },
    { name: 'the default', ...byDefault },
  ]
  return <DataTable caption="Preview of the rule" columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
}

const COLUMNS: Column<Row>[] = [
  { key: 'name', header: 'By', heads: true, cell: ({ name }) => name },
  { key: 'lines', header: 'Series', numeric: true, cell: ({ lines }) => lines },
  {
    key: 'flags',
    header: 'Flags',
    about: 'Changes that the rule would have reported',
    numeric: true,
    cell: ({ flags }) => flags,
  },
  {
    key: 'false',
    header: 'False',
    about: 'Flags between neighbors that are known to be equal: repeats, or the same binary',
    numeric: true,
    cell: ({ falseFlags, equalPairs }) => `${falseFlags} of ${equalPairs} equal pairs`,
  },
  {
    key: 'missed',
    header: 'Missed',
    about: 'Changes of the default detector that it does not flag within three points',
    numeric: true,
    cell: ({ missed, known }) => `${missed} of ${known}`,
  },
]
