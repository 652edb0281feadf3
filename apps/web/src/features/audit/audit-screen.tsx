import type { AuditPage, AuditVerification } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import style from './audit.module.css'

type Line = AuditPage['events'][number]
export type AuditFilters = { who: string; what: string; object: string; from: string; until: string }

type Props = {
  page: AuditPage
  filters: AuditFilters
  /** The result, when the request asked to verify the log. */
  verification: AuditVerification | null
  /** Addresses of this page, of its CSV export and of its signed export. */
  path: string
  csvPath: string
  signedPath: string
}

type FilterField = { name: keyof AuditFilters; label: string; type: 'text' | 'date'; placeholder?: string }

const FIELDS: readonly FilterField[] = [
  { name: 'who', label: 'Actor', type: 'text' },
  { name: 'what', label: 'Action', type: 'text', placeholder: 'token, or run.removed' },
  { name: 'object', label: 'What', type: 'text' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'until', label: 'Until', type: 'date' },
]

/** The audit log, newest entry first. It works without JavaScript. */
export function AuditScreen({ page, filters, verification, path, csvPath, signedPath }: Props) {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  const older = new URLSearchParams(query)
  if (page.next !== null) older.set('after', page.next)
  return (
    <>
      <PlainForm method="get" action={path} className={style.filters} aria-label="Filter the log">
        {FIELDS.map(({ name, label, type, placeholder }) => (
          <label key={name}>
            <span>{label}</span>
            <Input name={name} type={type} defaultValue={filters[name]} placeholder={placeholder} maxLength={100} />
          </label>
        ))}
        <Button type="submit" variant="primary">
          Filter
        </Button>
        <a className={button.button} href={`${csvPath}?${query}`} download>
          CSV
        </a>
        <a className={button.button} href={signedPath} download>
          Signed JSON lines
        </a>
        <a className={button.button} href={`${path}?verify=1`} rel="nofollow">
          Verify
        </a>
      </PlainForm>
      {verification !== null && <Verification {...verification} />}
      {page.events.length === 0 ? (
        <EmptyState title="No entries">
          <p>No entries match these filters.</p>
        </EmptyState>
      ) : (
        <DataTable caption="Audit log" stacks columns={COLUMNS} rows={page.events} rowKey={({ id }) => id} />
      )}
      {page.next !== null && (
        <p>
          <a href={`${path}?${older}`}>Older</a>
        </p>
      )}
    </>
  )
}

function Verification({ head, problem, summary }: AuditVerification) {
  return (
    <Notice title={problem === null ? 'Verified' : 'The log was changed'}>
      <p role="status">
        {summary} Entries: {head.sequence}. {head.sequence > 0 && <>Hash of the newest one: {head.hash}</>}
      </p>
    </Notice>
  )
}

const COLUMNS: Column<Line>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <time dateTime={at}>{formatDateAndTime(at)}</time> },
  { key: 'who', header: 'Actor', cell: ({ by }) => (by.kind === 'person' ? by.name : `${by.name} (${by.kind})`) },
  { key: 'action', header: 'Action', cell: ({ action }) => action },
  { key: 'object', header: 'Object', cell: ({ object }) => object.name },
  { key: 'change', header: 'Change', cell: (line) => <Change line={line} /> },
  { key: 'address', header: 'Network', wideOnly: true, cell: ({ by }) => by.address ?? '' },
]

function Change({ line: { before, after } }: { line: Line }) {
  if (before === null && after === null) return null
  return (
    <details>
      <summary>{before === null ? 'after' : after === null ? 'before' : 'before and after'}</summary>
      {[before, after].map((value, at) => (
        // The order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed: the old value, then the new one
        <pre key={at} className={style.json}>
          {value === null ? '' : JSON.stringify(value, null, 1)}
        </pre>
      ))}
    </details>
  )
}
