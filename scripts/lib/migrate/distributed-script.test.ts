import { expect, test } from 'vitest'
import { splitScript } from './distributed-script.ts'
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
