'use client'

import type { PreviewTable } from '@assay/domain/import/preview/preview-document'
import { type MappingRule, patternOfNames } from '@assay/domain/import/profile/mapping-rule'
import { plural } from '@assay/domain/plural'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { ColumnRole } from './column-role.tsx'
import style from './map-columns.module.css'
import { guessedRoles, mappingOf, missingOf, type Roles } from './mapping-roles.ts'

type Props = {
  tables: readonly PreviewTable[]
  /** True when the preview has runs from other files. */
  hasRuns: boolean
  isBusy: boolean
  onMap: (rule: MappingRule) => void
}

/** Files of CSV or JSON that nothing reads: a person points out what each column is. Files with the same columns share it. */
export function MapColumns({ tables, hasRuns, isBusy, onMap }: Props) {
  const groups = [...Map.groupBy(tables, ({ choices }) => JSON.stringify(choices.map(shapeOf))).values()]
  return groups.map((group) => {
    const names = group.map(({ file }) => file)
    return (
      <details key={names.join('\n')} className={style.mapping} open={!hasRuns}>
        <summary>
          {names[0]}
          {names.length > 1 ? ` and ${plural(names.length - 1, 'file')} with the same columns` : ''}: which column is
          what?
        </summary>
        <MapTable tables={group} isBusy={isBusy} onMap={onMap} />
      </details>
    )
  })
}

const shapeOf = ({ rows, separator, columns }: PreviewTable['choices'][number]) => [
  rows,
  separator,
  columns.map(({ name }) => name),
]

function MapTable({ tables, isBusy, onMap }: Pick<Props, 'isBusy' | 'onMap'> & { tables: readonly PreviewTable[] }) {
  const choices = tables[0]?.choices ?? []
  const [at, setAt] = useState(0)
  const choice = choices[at]
  const [roles, setRoles] = useState<Roles>(() => guessedRoles(choices[0]))
  const [benchmark, setBenchmark] = useState('')
  const [test, setTest] = useState('')
  if (choice === undefined) return null
  const missing = missingOf(roles)
  const needsTest = !Object.values(roles).some(({ role }) => role === 'test')
  const showRuns = () => {
    const set = { benchmark: benchmark.trim(), ...(needsTest ? { test: test.trim() } : {}) }
    onMap({ match: patternOfNames(tables.map(({ file }) => file)), mapping: mappingOf(choice, roles, set) })
  }
  return (
    <Form action={showRuns} className={style.mapForm}>
      {choices.length > 1 && (
        <label>
          Each row is one of{' '}
          <Select
            value={at}
            options={choices.map(({ rows, rowCount }, index) => [
              String(index),
              `${rows ?? ''} (${plural(rowCount, 'row')})`,
            ])}
            onChange={(event) => {
              const next = Number(event.target.value)
              setAt(next)
              setRoles(guessedRoles(choices[next]))
            }}
          />
        </label>
      )}
      <DataTable
        caption="Columns"
        stacks
        columns={[
          { key: 'name', header: 'Column', heads: true, cell: ({ name }) => <code>{name}</code> },
          { key: 'examples', header: 'Values', wraps: true, cell: ({ examples }) => examples.join(', ') },
          {
            key: 'role',
            header: 'Is',
            cell: (column) => (
              <ColumnRole
                column={column}
                role={roles[column.name] ?? { role: 'ignore' }}
                onChange={(role) => setRoles({ ...roles, [column.name]: role })}
              />
            ),
          },
        ]}
        rows={choice.columns}
        rowKey={({ name }) => name}
      />
      <div className={style.mapFacts}>
        <label>
          Benchmark{' '}
          <Input value={benchmark} required maxLength={200} onChange={(event) => setBenchmark(event.target.value)} />
        </label>
        {needsTest && (
          <label>
            Test of all rows{' '}
            <Input value={test} required maxLength={200} onChange={(event) => setTest(event.target.value)} />
          </label>
        )}
        <Button type="submit" variant="primary" disabled={isBusy || missing !== null}>
          Show the runs
        </Button>
        {missing !== null && <span className={style.hint}>{missing}</span>}
      </div>
    </Form>
  )
}
