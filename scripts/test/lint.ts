import type { Count } from './count.ts'
import { runTool } from './run-part.ts'

/** Format, rules and the import table, as one check. */
export async function lint(): Promise<Count> {
  const code = await runTool('biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}
