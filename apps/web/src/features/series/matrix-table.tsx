'use client'

import type { TrendMatrix } from '@assay/domain/findings/series/matrix/trend-matrix'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { downloadBlob } from '../../ui/download-blob.ts'
import style from './trend-panels.module.css'

type Row = { key: string; head: [string, string, string]; values: (number | null)[] }

/** The numbers of all panels as a table and as a CSV file. The table is made when it is opened. */
export function MatrixTable({ matrix, format }: { matrix: TrendMatrix; format: (ratio: number | null) => string }) {
  const [isOpen, setIsOpen] = useState(false)
  const rows = isOpen ? rowsOf(matrix) : []
  return (
    <div className={style.data}>
      <Button
        variant="quiet"
        onClick={() => downloadBlob(new Blob([csvOf(matrix)], { type: 'text/csv' }), 'trends.csv')}
      >
        CSV
      </Button>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Chart data</summary>
        {isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
          <section className={style.scroll} tabIndex={0} aria-label="Chart data">
            <table>
              <caption className="visually-hidden">Ratios to the first value of each panel</caption>
              <thead>
                <tr>
                  {HEADS.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                  {matrix.versions.map((version) => (
                    <th key={version} scope="col">
                      {version}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, head, values }) => (
                  <tr key={key}>
                    {head.map((text, at) => (
                      <th key={HEADS[at]} scope="row">
                        {text}
                      </th>
                    ))}
                    {values.map((value, at) => (
                      <td key={matrix.versions[at]}>{format(value)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </details>
    </div>
  )
}

const HEADS = ['Workload', 'Test', 'Series'] as const

const rowsOf = ({ rows, lines }: TrendMatrix): Row[] =>
  rows.flatMap(({ workload, panels }) =>
    panels.flatMap(({ test, clients, lines: own }) =>
      own.map(({ line, ratios }) => ({
        key: `${workload} ${test} ${clients} ${line}`,
        head: [workload, test, lines[line] ?? ''] satisfies Row['head'],
        values: ratios,
      })),
    ),
  )

function csvOf(matrix: TrendMatrix): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rowsOf(matrix).map(({ head, values }) => [...head.map(quoted), ...values.map((value) => value ?? '')])
  return [[...HEADS, ...matrix.versions].map(quoted), ...lines].map((line) => line.join(',')).join('\n')
}
