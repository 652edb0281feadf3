import { checkGlossary } from '../lint/glossary/check-glossary.ts'
import { checkSizes } from '../lint/sizes/check-sizes.ts'
import { checkSqlOfProject } from '../lint/sql/check-sql.ts'
import { add, type Count, countCheck } from './count.ts'
import { runTool } from './run-tool.ts'

/** Runs biome (format, rules, the import table), the checks of docs/glossary.md, of SQL and of sizes and names. */
export async function lint(): Promise<Count> {
  const wordsPass = checkGlossary()
  const sqlPasses = checkSqlOfProject()
  const sizesPass = checkSizes()
  const code = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])
  return [
    countCheck('lint: docs/glossary.md', wordsPass),
    countCheck('lint: SQL', sqlPasses),
    countCheck('lint: sizes and names', sizesPass),
    countCheck('lint: biome', code === 0),
  ].reduce(add)
}
