import { checkGlossary } from '../lint/glossary/check-glossary.ts'
import type { Count } from './count.ts'
import { runTool } from './run-tool.ts'

/** Runs biome (format, rules, the import table) and the check of docs/glossary.md. */
export async function lint(): Promise<Count> {
  const wordsPass = checkGlossary()
  const code = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])
  const passed = (wordsPass ? 1 : 0) + (code === 0 ? 1 : 0)
  return { passed, failed: 2 - passed, skipped: 0 }
}
