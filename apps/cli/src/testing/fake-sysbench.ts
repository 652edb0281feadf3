import { writeFile } from 'node:fs/promises'
import { SYSBENCH_REPORT } from '@assay/testing/import/sysbench-report-text'

/**
 * Creates a program called sysbench that runs `before` in the shell, prints a sysbench report and exits with
 * `exitCode`.
 */
export async function writeFakeSysbench(
  path: string,
  { before = '', exitCode = 0 }: { before?: string; exitCode?: number } = {},
): Promise<void> {
  const script = `#!/bin/bash\nPATH=/usr/bin:/bin\n${before}\ncat <<'END'\n${SYSBENCH_REPORT}END\nexit ${exitCode}\n`
  await writeFile(path, script, { mode: 0o755 })
}
