import { checkGlossary } from '../lint/glossary/check-glossary.ts'
import { checkSqlOfProject } from '../lint/sql/check-sql.ts'
import { add, type Count, countCheck } from './count.ts'
import { runTool } from './run-tool.ts'

/** Runs biome (format, rules, the import table), the check of docs/glossary.md and the check of SQL. */
export async function lint(): Promise<Count> {
  const wordsPass = checkGlossary()
  const sqlPasses = checkSqlOfProject()
  const code = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])
  return [
    countCheck('lint: docs/glossary.md', wordsPass),
    countCheck('lint: SQL', sqlPasses),
    countCheck('lint: biome', code === 0),
  ].reduce(add)
}
