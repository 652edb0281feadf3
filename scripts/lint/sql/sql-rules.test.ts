import { expect, test } from 'vitest'
import { checkMigrations, checkSqlOfProject, newProblems } from './check-sql.ts'
import { findVolatileDefaults } from './column-defaults.ts'
import { findConstraintNames } from './constraint-names.ts'
import { readSqlOfSource } from './read-sql.ts'
import { checkSql, RULES, type RuleName } from './sql-rules.ts'

const rulesOf = (sql: string): RuleName[] => checkSql(sql).map(({ rule }) => rule)

const UPSERT = 'insert into t (id, at) values ($1, now()) on conflict (id) do update set'

// Citus refuses most of these with an error. Names of constraints and transaction numbers differ between its nodes.
const REFUSED: [string, RuleName[]][] = [
  [`${UPSERT} at = current_timestamp`, ['clock-in-do-update']],
  [`${UPSERT} left = least(1, extract(epoch from NOW() - t.at)) returning id`, ['clock-in-do-update']],
  [`with a as (${UPSERT} at = clock_timestamp()) select now()`, ['clock-in-do-update']],
  ['update t set v = 1 returning id, now()', ['clock-in-returning']],
  [
    'update t set at = case when v = 1 then at else (case when v = 2 then localtimestamp end) end',
    ['clock-in-case', 'clock-in-case'],
  ],
  ['update t set at = coalesce($1, statement_timestamp())', ['clock-in-coalesce']],
  ['insert into t (at) select coalesce($1::timestamptz, clock_timestamp())', ['clock-in-coalesce']],
  [
    "delete from t where at < coalesce($1, now()) returning json_build_object('a', a)",
    ['clock-in-coalesce', 'format-in-returning'],
  ],
  ['update t set at = clock_timestamp() where id = $1', ['volatile-in-update']],
  [
    'with a as (delete from t where at < clock_timestamp() and v < random()) select 1',
    ['volatile-in-update', 'volatile-in-update'],
  ],
  ['update t set v = 1 returning to_jsonb(t) as row', ['format-in-returning']],
  ["update t set v = 1 returning to_char(at, 'YYYY')", ['format-in-returning']],
  ['insert into t values (1) returning "t"."scopes"::text[]', ['enums-in-returning']],
  ['insert into t values (1) on conflict on constraint t_pkey do nothing', ['constraint-name']],
  ['insert into t values (1) returning id, xmax = 0 as "isNew"', ['transaction-number']],
  ['select pg_snapshot_xmin(pg_current_snapshot())', ['transaction-number', 'transaction-number']],
]

test.each(REFUSED)('refused: %s', (sql, rules) => {
  expect(rulesOf(sql)).toEqual(rules)
})

test('every rule refuses a statement', () => {
  expect(new Set(REFUSED.flatMap(([, rules]) => rules))).toEqual(new Set(Object.keys(RULES)))
})

test('the statements and migrations of the project keep the rules', () => {
  expect(checkSqlOfProject()).toBe(true)
})

test('a known problem is allowed in its file only, and has to be deleted when it is solved', () => {
  const known = ['a/b.ts: clock-in-case']
  expect(newProblems(['a/b.ts:7: clock-in-case (now): why', 'a/b.ts:90: clock-in-case (now): why'], known)).toEqual([])
  const others = ['a/c.ts:7: clock-in-case (now): why', 'a/b.ts:7: clock-in-returning (now): why']
  expect(newProblems(others, known)).toEqual([
    ...others,
    expect.stringMatching(/^a\/b\.ts: clock-in-case: is not found/),
  ])
})

test.each([
  `${UPSERT} at = excluded.at returning id, at`,
  'insert into t (id, at) values ($1, now()), ($2, current_timestamp)',
  'update t set at = now() where id = $1 returning id',
  'update t set at = statement_timestamp() where at < statement_timestamp()',
  "insert into t (at) values (clock_timestamp() + $1 * interval '1 second')",
  'select coalesce($1, now()), case when true then current_timestamp end from t for update',
  "select json_build_object('at', to_char(at, 'YYYY')) from t",
  "update t set v = 'now() do update returning' -- returning now()\n/* returning now() */",
  'create function f() returns trigger language plpgsql as $$ begin new.at := coalesce(new.at, now()); insert into t values (1); end $$',
  'create trigger a before insert or update on t for each row execute function f()',
  'insert into t (at) values (now()); select coalesce($1, now())',
])('allowed: %s', (sql) => {
  expect(rulesOf(sql)).toEqual([])
})

test('statements of a source file are read with their constants and functions', () => {
  const source = `
    // It's a comment with a quote, and \`returning now()\`
    const THERE = \`greatest(0, now() - b.at)\`
    const granted = (there: string) => \`case when \${there} >= $5 then 1 else 0 end\`
    const LEASE = \`
      insert into budget as b (at) values (now())
      on conflict (key) do update set left = \${THERE} - (\${granted(\`\${THERE} + 1\`)}), \${unknown.columns.join(', ')}\`
    const title = 'update the page'`
  const found = readSqlOfSource(source).flatMap(({ text, line }) => checkSql(text).map(({ rule }) => ({ rule, line })))
  expect(found).toEqual([{ rule: 'clock-in-do-update', line: 5 }])
})

test('a name of a constraint is found in a string, and the name of a column is not', () => {
  const source = ["violates(error, 'run_pkey')", "'share_project_id_slug_key'", "'sort_key', 'feed_key'"].join('\n')
  expect(findConstraintNames(source).map(({ name }) => name)).toEqual(['run_pkey', 'share_project_id_slug_key'])
})

test('a volatile default is found until a migration drops its column or the default', () => {
  const create = {
    name: '1_create',
    sql: `create table t (
      id uuid not null default gen_random_uuid(), at timestamptz not null default current_timestamp, n integer default (1),
      made timestamptz default clock_timestamp(), xid bigint not null default (pg_current_xact_id()::text::bigint), s text default 'f(x)'
    )`,
  }
  const add = { name: '2_add', sql: 'alter table only t add column if not exists r float8 default random()' }
  expect(findVolatileDefaults([create, add])).toEqual([
    { table: 't', column: 'xid', call: 'pg_current_xact_id', migration: '1_create' },
    { table: 't', column: 'r', call: 'random', migration: '2_add' },
  ])
  const drop = { name: '3_drop', sql: 'alter table t drop column xid; alter table t alter column r drop default' }
  expect(findVolatileDefaults([create, add, drop])).toEqual([])
  expect(checkMigrations([create]).join()).toMatch(/1_create: t\.xid has a default/)
  expect(checkMigrations([create, add, drop])).toEqual([])
})
