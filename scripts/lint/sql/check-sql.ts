import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_RULE, findVolatileDefaults, type Migration } from './column-defaults.ts'
import { findConstraintNames } from './constraint-names.ts'
import { readSqlOfSource } from './read-sql.ts'
import { checkSql, RULES, type Violation } from './sql-rules.ts'

// The check of SQL for statements that a distributed Postgres refuses, a part of `npm run lint`. By itself:
// node scripts/with-node.mjs scripts/lint/sql/check-sql.ts (docs/decisions/205-sql-that-distributes.md)

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['packages', 'apps', 'scripts']
const SKIPPED = new Set(['node_modules', 'generated', 'lint', 'dist', '.next'])

/**
 * Beginnings of problems that are known and not solved yet. An entry without a problem fails the check, so that it is
 * deleted with the problem.
 */
const KNOWN_PROBLEMS: readonly string[] = []

/** Prints the problems. @returns true when no rule is broken. */
export function checkSqlOfProject(): boolean {
  const found = [...FOLDERS.flatMap(sourceFiles).flatMap(checkSource), ...checkMigrations(readMigrations())]
  const problems = newProblems(found, KNOWN_PROBLEMS)
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** Problems that are not known, and known ones that are not found. */
export function newProblems(found: readonly string[], known: readonly string[]): string[] {
  const begins = (problem: string, beginning: string) => problem.replace(/:\d+(?=: )/, '').startsWith(beginning)
  return [
    ...found.filter((problem) => !known.some((beginning) => begins(problem, beginning))),
    ...known
      .filter((beginning) => !found.some((problem) => begins(problem, beginning)))
      .map((beginning) => `${beginning}: is not found, so delete it from KNOWN_PROBLEMS of check-sql.ts`),
  ]
}

function checkSource(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const ofStatements = readSqlOfSource(source).flatMap(({ text, line }) =>
    checkSql(text).map((violation) => asProblem(`${file}:${line}`, violation)),
  )
  const ofNames = findConstraintNames(source).map(({ name, line }) =>
    asProblem(`${file}:${line}`, { rule: 'constraint-name', at: 0, found: name }),
  )
  return [...ofStatements, ...ofNames]
}

/** Problems of migrations. Transaction numbers in them are found as defaults of columns. */
export function checkMigrations(migrations: readonly Migration[]): string[] {
  const ofStatements = migrations.flatMap(({ name, sql }) =>
    checkSql(sql)
      .filter(({ rule }) => rule !== 'transaction-number')
      .map((violation) => asProblem(name, violation)),
  )
  const ofDefaults = findVolatileDefaults(migrations).map(
    ({ table, column, call, migration }) => `${migration}: ${table}.${column} has ${DEFAULT_RULE} (${call})`,
  )
  return [...ofStatements, ...ofDefaults]
}

const asProblem = (where: string, { rule, found }: Violation) => `${where}: ${rule} (${found}): ${RULES[rule]}`

function readMigrations(): Migration[] {
  const folder = join(ROOT, 'prisma/migrations')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourceFiles(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}

if (process.argv[1] === import.meta.filename) process.exitCode = checkSqlOfProject() ? 0 : 1
