import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { DIMENSIONS, type Dimension, doubtsFirst, type IndexedRun, isDoubtful, LABELS, SOURCES } from './dimensions.ts'
import style from './import.module.css'

/** Rows that the page shows; runs with doubts come first. */
const MAX_ROWS = 200

type Props = {
  preview: PreviewDocument
  /** Opens the correction of a dimension for these runs, or for all of them. */
  onCorrect: (dimension: Dimension, runs: readonly number[] | 'all') => void
}

/** The runs that an import would store: each value is a button that corrects it, with its source in color and text. */
export function PreviewTable({ preview, onCorrect }: Props) {
  const runs = doubtsFirst(preview)
  const results = preview.runs.reduce((sum, run) => sum + run.results.length, 0)
  const hidden = runs.length - MAX_ROWS
  return (
    <section className={style.preview} aria-labelledby="import-preview">
      <h2 id="import-preview">
        {countOf(runs.length, 'run')} with {countOf(results, 'result')}
      </h2>
      <p className={style.hint}>Select a value to correct it, or a column head to correct the whole column.</p>
      <Legend preview={preview} />
      <DataTable
        caption="Runs to be stored"
        columns={[...DIMENSIONS.map((dimension) => dimensionColumn(dimension, onCorrect)), ...OTHERS]}
        rows={runs.slice(0, MAX_ROWS)}
        rowKey={({ index }) => String(index)}
      />
      {hidden > 0 && <p className={style.hint}>{countOf(hidden, 'more run')} without more doubts are not listed.</p>}
    </section>
  )
}

/** The sources that occur in the table. */
function Legend({ preview }: Pick<Props, 'preview'>) {
  const used = new Set(preview.runs.flatMap((run) => DIMENSIONS.map((dimension) => run.dimensions[dimension].source)))
  const shown = Object.entries(SOURCES).filter(([source]) => [...used].some((one) => one === source))
  return (
    <ul className={style.legend} aria-label="Sources of values">
      {shown.map(([source, { label, about }]) => (
        <li key={source} data-source={source} title={about}>
          {label}
        </li>
      ))}
    </ul>
  )
}

function dimensionColumn(dimension: Dimension, onCorrect: Props['onCorrect']): Column<IndexedRun> {
  return {
    key: dimension,
    header: LABELS[dimension],
    head: (
      <Button variant="plain" className={style.head} onClick={() => onCorrect(dimension, 'all')}>
        {LABELS[dimension]}
        <span className="visually-hidden"> of all runs: correct</span>
      </Button>
    ),
    cell: ({ run, index }) => {
      const known = run.dimensions[dimension]
      return (
        <Button
          variant="plain"
          className={style.cell}
          data-source={known.source}
          data-doubtful={isDoubtful(known) && !isUsualDefault(dimension, known.value)}
          title={known.from === '' ? SOURCES[known.source].about : `${SOURCES[known.source].about} ${known.from}`}
          onClick={() => onCorrect(dimension, [index])}
        >
          <span>{known.value ?? (isUsualDefault(dimension, known.value) ? '–' : 'unknown')}</span>
          <small>{known.value === null ? 'not stated' : SOURCES[known.source].label}</small>
        </Button>
      )
    },
  }
}

/** Build, config and workload may be missing: a run is stored without them. */
const isUsualDefault = (dimension: Dimension, value: string | number | null): boolean =>
  value === null && (dimension === 'build' || dimension === 'config' || dimension === 'workload')

const OTHERS: Column<IndexedRun>[] = [
  { key: 'benchmark', header: 'Benchmark', cell: ({ run }) => run.dimensions.benchmark.value },
  { key: 'tests', header: 'Tests', cell: ({ run }) => testsOf(run) },
  {
    key: 'clients',
    header: 'Clients',
    numeric: true,
    cell: ({ run }) => rangeOf(run.results.map((one) => one.clients)),
  },
  { key: 'results', header: 'Results', numeric: true, cell: ({ run }) => resultsOf(run) },
  { key: 'files', header: 'Files', cell: ({ run }) => <span title={run.files.join('\n')}>{filesOf(run.files)}</span> },
]

const MAX_TESTS = 2

function testsOf({ results }: IndexedRun['run']): string {
  const tests = [...new Set(results.map(({ test }) => test))]
  const more = tests.length - MAX_TESTS
  return tests.slice(0, MAX_TESTS).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function rangeOf(values: readonly number[]): string {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  return sorted.length > 1 ? `${sorted[0]}–${sorted.at(-1)}` : String(sorted[0] ?? '')
}

function resultsOf({ results }: IndexedRun['run']) {
  const failed = results.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return results.length
  const reasons = failed.map(({ test, statusReason }) => `${test}: ${statusReason}`).join('\n')
  return (
    <span title={reasons}>
      {results.length} ({failed.length} failed)
    </span>
  )
}

const filesOf = (files: readonly string[]): string =>
  files.length > 1 ? `${files[0]} and ${files.length - 1} more` : (files[0] ?? '')
