import { expect, test } from 'vitest'
import { splitAlterTable, splitScript } from './distributed-script.ts'
import { PRISMA_DIRECTORY, readPrismaFiles } from './migration-files.ts'

test('a script is split between statements, and not within strings, names, comments and functions', () => {
  const script = `-- one; comment
    begin;
    insert into "a;b" values ('it''s; here'); /* ; */
    create function f() returns int language plpgsql as $body$ begin return 1; end $body$;
    do $$ begin perform 1; end $$;
    commit`
  expect(splitScript(script)).toEqual([
    'begin',
    `insert into "a;b" values ('it''s; here')`,
    'create function f() returns int language plpgsql as $body$ begin return 1; end $body$',
    'do $$ begin perform 1; end $$',
    'commit',
  ])
})

test('changes of one table become one statement for each, and other statements stay as they are', () => {
  const statement = `alter table one
    add column a text not null default 'x, y', -- one, two
    add constraint a_check check (a in ('p', 'q'))`
  expect(splitAlterTable(statement)).toEqual([
    `alter table one\n    add column a text not null default 'x, y'`,
    `alter table one\n    add constraint a_check check (a in ('p', 'q'))`,
  ])
  for (const whole of ['alter table one drop column a', 'update one set a = 1, b = 2']) {
    expect(splitAlterTable(whole)).toEqual([whole])
  }
})

test('the check of a new column becomes a constraint with the name that Postgres gives it', () => {
  const statement = `alter table one
    add column a int default (1) check (a >= 1),
    add column b text`
  expect(splitAlterTable(statement)).toEqual([
    `alter table one\n    add column a int default (1)`,
    'alter table one add constraint one_a_check check (a >= 1)',
    `alter table one\n    add column b text`,
  ])
})

test('no migration adds a column with a constraint in one statement, which Citus refuses', () => {
  // Earlier ones were applied before a database could be distributed.
  const later = readPrismaFiles(PRISMA_DIRECTORY).migrations.filter(({ name }) => name >= '20261129')
  const added = later
    .flatMap(({ sql }) => splitScript(sql).flatMap(splitAlterTable))
    .filter((one) => /^alter table \S+\s+add column\b/i.test(one))
  expect(added.length).toBeGreaterThan(2)
  expect(added.filter((one) => /\b(?:check|references|unique|primary key)\b/i.test(one))).toEqual([])
})

test('every migration is one transaction of whole statements', () => {
  for (const { name, sql } of readPrismaFiles(PRISMA_DIRECTORY).migrations) {
    const statements = splitScript(sql)
    expect([statements[0], statements.at(-1)], name).toEqual(['begin', 'commit'])
    for (const statement of statements) {
      // A split within a string or a function leaves an odd number of its marks.
      expect(statement.replaceAll(/--[^\n]*/g, '').split("'").length % 2, `${name}: ${statement}`).toBe(1)
      expect(statement.split('$$').length % 2, `${name}: ${statement}`).toBe(1)
    }
  }
})
