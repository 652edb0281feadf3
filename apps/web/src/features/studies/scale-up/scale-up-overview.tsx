import { formatRatio, MISSING } from '@assay/domain/compare/format-cell'
import type { ScaleUpSubject } from '@assay/domain/studies/scale-up'
import { bucketName } from '@assay/domain/studies/scale-up-sentence'
import { type Column, DataTable } from '../../../ui/data-table.tsx'

type Props = { subjects: readonly ScaleUpSubject[]; hrefTo: (subject: ScaleUpSubject) => string }

/** Several subjects beside each other: how many tests each has in each bucket, and its best and worst. */
export function ScaleUpOverview({ subjects, hrefTo }: Props) {
  return (
    <DataTable caption="Scale-up side by side" columns={columnsOf(subjects, hrefTo)} rows={subjects} rowKey={keyOf} />
  )
}

const keyOf = ({ label }: ScaleUpSubject) => label

function columnsOf(subjects: readonly ScaleUpSubject[], hrefTo: Props['hrefTo']): Column<ScaleUpSubject>[] {
  const perfect = new Set(subjects.map(({ mostClients, baseClients }) => mostClients / baseClients))
  // Edges are parts of perfect scaling, so they have one name only where all subjects have the same.
  const names = perfect.size === 1 ? (subjects[0]?.buckets.map(bucketName) ?? []) : BUCKET_PARTS
  return [
    { key: 'label', header: 'Of', heads: true, cell: (subject) => <a href={hrefTo(subject)}>{subject.label}</a> },
    {
      key: 'clients',
      header: 'Clients',
      numeric: true,
      cell: ({ baseClients, mostClients }) => `${baseClients} → ${mostClients}`,
    },
    ...names.map(
      (name, place): Column<ScaleUpSubject> => ({
        key: name,
        header: name,
        about: 'Tests with a scale-up in this range',
        numeric: true,
        wideOnly: true,
        cell: ({ buckets }) => buckets[place]?.tests.length ?? 0,
      }),
    ),
    { key: 'best', header: 'Best', numeric: true, cell: (subject) => extreme(subject, 0) },
    { key: 'worst', header: 'Worst', numeric: true, cell: (subject) => extreme(subject, -1) },
  ]
}

const BUCKET_PARTS = ['above 83%', '63 to 83%', '42 to 63%', '21 to 42%', 'below 21%']

function extreme({ buckets }: ScaleUpSubject, at: 0 | -1): string {
  const test = buckets.flatMap(({ tests }) => tests).at(at)
  return test === undefined ? MISSING : `${formatRatio(test.atMost.scaleUp)} ${test.name}`
}
