import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../lib/bootstrap/node.mjs'

/** Start files of programs in node_modules. */
export const TOOLS = {
  biome: join(ROOT, 'node_modules/@biomejs/biome/bin/biome'),
  next: join(ROOT, 'apps/web/node_modules/next/dist/bin/next'),
  playwright: join(ROOT, 'node_modules/@playwright/test/cli.js'),
  tsc: join(ROOT, 'node_modules/typescript/bin/tsc'),
  vitest: join(ROOT, 'node_modules/vitest/vitest.mjs'),
}

/** Runs a tool with its output on ours. @returns its exit code; 1 when a signal ended it */
export async function runTool(
  tool: keyof typeof TOOLS,
  args: readonly string[],
  { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<number> {
  const child = spawn(process.execPath, [TOOLS[tool], ...args], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const endChild = () => void child.kill('SIGTERM')
  process.on('exit', endChild)
  const [code] = await once(child, 'close')
  process.off('exit', endChild)
  return code ?? 1
}
