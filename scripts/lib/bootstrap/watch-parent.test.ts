import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = JSON.stringify(join(import.meta.dirname, 'watch-parent.mjs'))
/** Runs until the process of ASSAY_WATCH_PID is gone; its parent is another process, as npm is. */
const WATCHER = `
  const { watchParent } = await import(${MODULE})
  watchParent(() => process.exit(0))
  setInterval(() => {}, 1000)`
/** Starts the watcher as a process group of its own, and prints its id. */
const starter = (variables: string) => `
  const { spawn } = await import('node:child_process')
  const env = { PATH: process.env.PATH, ${variables} }
  const between = 'const c = require("node:child_process").spawn(process.execPath, ["--input-type=module", "-e", ' +
    JSON.stringify(${JSON.stringify(WATCHER)}) + '], { stdio: "ignore" }); console.log(c.pid)'
  spawn(process.execPath, ['-e', between], { env, detached: true, stdio: ['ignore', 'inherit', 'ignore'] })
  setInterval(() => {}, 1000)`

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function startAndKill(variables: string): Promise<number> {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starter(variables)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(parent.stdout, 'data')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  return Number(String(line))
}

test('a process ends with the one that ASSAY_WATCH_PID names, although others are between them', async () => {
  const watcher = await startAndKill('ASSAY_WATCH_PID: String(process.pid)')
  expect(watcher).toBeGreaterThan(0)
  await expect.poll(() => isRunning(watcher)).toBe(false)
})

test('control: without the variable it continues', async () => {
  const watcher = await startAndKill('')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(isRunning(watcher)).toBe(true)
  process.kill(watcher)
})
