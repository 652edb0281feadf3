import { checkGlossary } from '../lint/glossary/check-glossary.ts'
import { checkSqlOfProject } from '../lint/sql/check-sql.ts'
import type { Count } from './count.ts'
import { runTool } from './run-tool.ts'

/** Runs biome (format, rules, the import table), the check of docs/glossary.md and the check of SQL. */
export async function lint(): Promise<Count> {
  const wordsPass = checkGlossary()
  const sqlPasses = checkSqlOfProject()
  const code = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])
  const passed = [wordsPass, sqlPasses, code === 0].filter(Boolean).length
  return { passed, failed: 3 - passed, skipped: 0 }
}
