import { queryAsOwner } from '@assay/db/testing'

// Changes one value of the stored record of a spec at a time: every column and every value inside of a JSON column, by
// its kind (words, a number, a time, a hash, a flag, nothing), and removes and copies rows.

/** The tables of a spec, with the columns that are not part of its record and the reason for each. */
const RECORD_TABLES: Readonly<Record<string, readonly string[]>> = {
  // The counter of blocks and the time of the last change are not shown; the keys of accounts decide on rights.
  spec: ['id', 'owner_key', 'next_block', 'updated_at', 'parent_id'],
  spec_revision: ['id', 'author_key'],
  // The time of the meeting is a copy of the value in facts, by which the reminders are found.
  spec_round: ['id', 'meeting_at'],
  // Guests keep a link without which they cannot read; the seal has their names.
  spec_reviewer: ['id', 'key', 'secret_sha256', 'link_created_at', 'link_expires_at', 'link_revoked_at'],
  // The key is a copy of the value in facts, by which the texts of a person are found.
  spec_feedback: ['id', 'author_key'],
  // The kind and the revision are copies of values in facts, for the search.
  spec_response: ['id', 'kind', 'done_in_revision'],
  spec_placement: ['id'],
  spec_seal: ['id'],
  spec_seal_link: ['id'],
}

/** Values inside of JSON columns that are not part of the record: keys of accounts and addresses of reviewers. */
const NOT_SEALED = /(?:^|,)(?:key|email|role|invitedAt)$/

export type Change = {
  table: string
  column: string
  kind: string
  path: string
  run: () => Promise<void>
  undo: () => Promise<void>
}

type Row = Record<string, unknown> & { id: string }

/** Lists every change that can be made to the stored record of a spec. */
export async function listChanges(url: string, specId: string): Promise<Change[]> {
  const changes: Change[] = []
  for (const [table, ignored] of Object.entries(RECORD_TABLES)) {
    const rows = await rowsOf(url, table, specId)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (['project_id', 'spec_id', 'feedback_id'].includes(column) || ignored.includes(column)) continue
        for (const { kind, path, changed } of mutations(value)) {
          if (NOT_SEALED.test(path)) continue
          changes.push({
            ...{ table, column, kind, path },
            run: () => write(url, { table, column, id: row.id, value: changed }),
            undo: () => write(url, { table, column, id: row.id, value }),
          })
        }
      }
      changes.push(removal(url, table, row))
    }
  }
  return changes
}

const removal = (url: string, table: string, row: Row): Change => ({
  ...{ table, column: '', kind: 'removed row', path: '' },
  run: () => asOwner(url, `delete from ${table} where id = ${quoted(row.id)}`),
  undo: () =>
    asOwner(
      url,
      `insert into ${table} select * from jsonb_populate_record(null::${table}, ${quoted(JSON.stringify(row))}::jsonb)`,
    ),
})

async function rowsOf(url: string, table: string, specId: string): Promise<Row[]> {
  const where =
    table === 'spec'
      ? 'id = $1'
      : table === 'spec_response'
        ? 'feedback_id in (select id from spec_feedback where spec_id = $1)'
        : 'spec_id = $1'
  const rows = await queryAsOwner(url, `select to_jsonb(t) as row from ${table} t where ${where} order by id`, [specId])
  return rows.map(({ row }) => row as Row)
}

type Mutation = { kind: string; path: string; changed: unknown }

/** A changed copy of a value for each value inside of it. */
function mutations(value: unknown, path: readonly string[] = []): Mutation[] {
  const one = (kind: string, changed: unknown): Mutation[] => [{ kind, path: path.join(), changed }]
  if (typeof value === 'string') return one(kindOfText(value), changedText(value))
  if (typeof value === 'number') return one('number', value + 1_000)
  if (typeof value === 'boolean') return one('flag', !value)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    mutations(inner, [...path, key]).map((mutation) => ({
      ...mutation,
      changed: Array.isArray(value) ? value.with(Number(key), mutation.changed) : { ...value, [key]: mutation.changed },
    })),
  )
}

const kindOfText = (text: string): string =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? 'time' : /^[0-9a-f]{64}$/.test(text) ? 'hash' : text === '' ? 'empty text' : 'text'

/** Another value of the same kind, so that the database and the schema accept it. */
function changedText(text: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text.replace(/^\d{4}/, (year) => String(Number(year) - 1))
  if (/^[0-9a-f]{64}$/.test(text)) return `${text[0] === '0' ? '1' : '0'}${text.slice(1)}`
  return OTHER_WORDS[text] ?? `${text}x`
}

/** Values of lists, which are replaced by another one of their list. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  ...{ resolved: 'withdrawn', draft: 'in-review', 'in-review': 'draft', functional: 'design', design: 'functional' },
  ...{
    'good-point': 'no-thank-you',
    'no-thank-you': 'good-point',
    'good-point-but': 'answered',
    answered: 'withdrawn',
  },
  ...{ web: 'email', email: 'web', exact: 'adjusted', adjusted: 'moved', moved: 'exact', detached: 'exact' },
  ...{ range: 'block', block: 'range', whole: 'block', built: 'abandoned', author: 'commenter', commenter: 'author' },
  ...{ paragraph: 'item', heading: 'paragraph', item: 'paragraph', row: 'item', code: 'paragraph', figure: 'code' },
}

type Cell = { table: string; column: string; id: string; value: unknown }

const write = (url: string, { table, column, id, value }: Cell) =>
  asOwner(
    url,
    `update ${table} set ${column} = (jsonb_populate_record(null::${table},
      jsonb_build_object('${column}', ${quoted(JSON.stringify(value))}::jsonb))).${column} where id = ${quoted(id)}`,
  )

/** Changes rows without triggers and row-level security, as somebody can who has the database. */
const asOwner = async (url: string, sql: string): Promise<void> => {
  await queryAsOwner(url, `set session_replication_role = replica; ${sql}`)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** One change of each kind at each path, because the rows of a table are alike. */
export function distinctChanges(changes: readonly Change[]): Change[] {
  const byKind = new Map(
    changes.map((change) => [
      `${change.table} ${change.column} ${change.path.replaceAll(/\d+/g, '')} ${change.kind}`,
      change,
    ]),
  )
  return [...byKind.values()]
}

/**
 * Makes each change, verifies, and undoes it.
 *
 * @param isFound verifies the spec; a page that fails is a change that somebody notices
 * @returns the changes that were not found
 */
export async function unseenChanges(changes: readonly Change[], isFound: () => Promise<boolean>): Promise<string[]> {
  const unseen: string[] = []
  for (const { table, column, path, kind, run, undo } of changes) {
    await run()
    const found = await isFound().catch(() => true)
    await undo()
    if (!found) unseen.push(`${table}.${column} ${path}: ${kind}`)
  }
  return unseen
}
