import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Operation } from './operation.ts'

const Verdict = z.object({
  model: z.string(),
  objects: z.number(),
  operations: z.number(),
  unknown: z.number(),
  illegal: z.array(z.string()),
  undecided: z.array(z.string()),
})
export type Verdict = z.infer<typeof Verdict>

/** True when the checker, a Go program, can be built. */
export const hasGo = (): boolean => spawnSync('go', ['version']).status === 0

/**
 * Checks a history for linearizability with Porcupine, in the Go program of this folder.
 *
 * @param show folder for the history and for a picture of each object that is not linearizable.
 * @throws when the program cannot be built or the history cannot be read.
 */
export function checkHistory(operations: readonly Operation[], show?: string): Verdict[] {
  const directory = mkdtempSync(join(tmpdir(), 'assay-checker-'))
  try {
    const program = join(directory, 'checker')
    execFileSync('go', ['build', '-o', program, '.'], { cwd: join(import.meta.dirname, 'checker'), stdio: 'inherit' })
    const file = join(show ?? directory, 'history.ndjson')
    writeFileSync(file, operations.map((operation) => `${JSON.stringify(operation)}\n`).join(''))
    const shown = show === undefined ? [] : ['-show', show]
    const { status, stdout, stderr } = spawnSync(program, [...shown, file], { encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status !== 0 && status !== 1) throw new Error(`The checker failed: ${stderr}`)
    return stdout
      .trim()
      .split('\n')
      .map((line) => Verdict.parse(JSON.parse(line)))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
