import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MAX_SILENCE_MS, superviseProcess } from './supervised-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-supervised-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const script = (name: string, code: string) => {
  const path = join(directory, `${name}.mjs`)
  writeFileSync(path, code)
  return { name, script: path, args: [], env: { PATH: process.env.PATH } }
}
const HEARTBEATS = 'process.send({}); setInterval(() => process.send({}), 100);'

test('a killed process is restarted, and a stopped one ends by itself', async () => {
  const log = join(directory, 'log')
  const started = superviseProcess(
    script(
      'server',
      `import { appendFileSync } from 'node:fs'
       appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
       process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(log)}, 'stopped\\n'); process.exit(0) })
       ${HEARTBEATS}`,
    ),
  )
  await started.firstReady
  expect(started.isAnswering()).toBe(true)
  const lines = () => readLines(log)
  const [first] = lines()
  process.kill(Number(first), 'SIGKILL')
  await expect.poll(() => started.isAnswering()).toBe(false)
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2)
  await expect.poll(() => started.isAnswering()).toBe(true)
  await started.stop()
  expect(lines().at(-1)).toBe('stopped')
  expect(started.isAnswering()).toBe(false)
})

test('a process begins before its variables are known, and gets them after a restart as well', async () => {
  const log = join(directory, 'later')
  const known = Promise.withResolvers<NodeJS.ProcessEnv>()
  const receive = JSON.stringify(join(import.meta.dirname, '../serve/receive-variables.ts'))
  const started = superviseProcess({
    ...script(
      'later',
      `import { appendFileSync } from 'node:fs'
       import { receiveVariables } from ${receive}
       appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
       await receiveVariables()
       appendFileSync(${JSON.stringify(log)}, process.env.ADDRESS + '\\n')
       ${HEARTBEATS}`,
    ),
    later: known.promise,
  })
  await expect.poll(() => (existsSync(log) ? readLines(log).length : 0)).toBe(1)
  known.resolve({ ADDRESS: 'there' })
  await started.firstReady
  const [first] = readLines(log)
  process.kill(Number(first), 'SIGKILL')
  await expect
    .poll(() => readLines(log).slice(1, 4), { timeout: 60_000 })
    .toEqual(['there', expect.any(String), 'there'])
  await started.stop()
})

test('a process with a lower priority gives way to processes of other sessions, too', async () => {
  const log = join(directory, 'nice')
  const started = superviseProcess({
    ...script(
      'nice',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(log)}, process.pid + ''); ${HEARTBEATS}`,
    ),
    nice: 5,
  })
  await started.firstReady
  const pid = Number(readFileSync(log, 'utf8'))
  expect(getPriority(pid)).toBe(5)
  const autogroup = `/proc/${pid}/autogroup`
  if (existsSync(autogroup)) await expect.poll(() => readFileSync(autogroup, 'utf8')).toMatch(/nice 5$/m)
  await started.stop()
})

test('a process that ends before it ever answered fails the start with an error that names it', async () => {
  const started = superviseProcess(script('broken', 'process.exit(3)'))
  await expect(started.firstReady).rejects.toThrow('The process for broken ended by itself (code 3)')
  await started.stop()
})

test('a process that is busy answers, later, and one that is hung is started again', async () => {
  const log = join(directory, 'silent')
  let now = 0
  const started = superviseProcess({
    ...script(
      'silent',
      `import { appendFileSync } from 'node:fs'
       appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
       process.send({ health: { ready: true } }, () => { for (;;); })`,
    ),
    now: () => now,
  })
  await started.firstReady
  now = MAX_SILENCE_MS - 1
  expect([started.isAnswering(), started.health()]).toEqual([true, { ready: true }])
  now = MAX_SILENCE_MS
  expect([started.isAnswering(), started.health()]).toEqual([false, null])
  await expect.poll(() => readLines(log).length, { timeout: 60_000 }).toBe(2)
  await expect.poll(() => started.isAnswering()).toBe(true)
  const stopped = started.stop()
  process.kill(Number(readLines(log)[1]), 'SIGKILL') // It is as hung as the first one.
  await stopped
})

test('an idle process is started again when it is woken, and not before', async () => {
  const log = join(directory, 'idle')
  const ended: unknown[] = []
  const started = superviseProcess({
    ...script(
      'idle',
      `import { appendFileSync } from 'node:fs'
       appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
       process.send({ isIdle: true }, () => process.exit(0))`,
    ),
    onMessage: (message) => ended.push(message),
  })
  await started.firstReady
  await expect.poll(() => isRunning(readLines(log)[0])).toBe(false)
  started.wake()
  // Waking it while it still ends, or runs, has no effect.
  await expect
    .poll(() => {
      if (readLines(log).length < 2) started.wake()
      return readLines(log).length
    })
    .toBe(2)
  await expect.poll(() => isRunning(readLines(log)[1])).toBe(false)
  expect(readLines(log)).toHaveLength(2)
  expect(ended).toEqual([{ isIdle: true }, { isIdle: true }])
  await started.stop()
  started.wake()
  expect(readLines(log)).toHaveLength(2)
})

test('a process on demand starts when it is needed, and again after it was idle', async () => {
  const log = join(directory, 'demand')
  const started = superviseProcess({
    ...script(
      'demand',
      `import { appendFileSync } from 'node:fs'
       appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
       process.on('SIGTERM', () => process.send({ isIdle: true }, () => process.exit(0)))
       ${HEARTBEATS}`,
    ),
    onDemand: true,
  })
  expect([started.isAnswering(), existsSync(log)]).toEqual([false, false])
  expect(await Promise.all([started.untilAnswering(), started.untilAnswering()])).toEqual([true, true])
  expect(readLines(log)).toHaveLength(1)
  process.kill(Number(readLines(log)[0]), 'SIGTERM')
  await expect.poll(() => started.isAnswering()).toBe(false)
  expect(await started.untilAnswering()).toBe(true)
  expect(readLines(log)).toHaveLength(2)
  await started.stop()
  expect(await started.untilAnswering()).toBe(false)
})

function isRunning(pid: string | undefined): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').trim().split('\n')
}
