import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemFiles } from '../machine/system-files.ts'
import { ProcIostat, ProcVmstat } from './proc-sampler.ts'

/** A sampler writes a file about the machine, one sample per second, until it is stopped. */
export type Sampler = {
  kind: 'vmstat' | 'iostat'
  /** `vmstat` when the program is used, `/proc` otherwise. */
  how: string
  /** Resolves when the file is complete. */
  stop(): Promise<void>
}

export const SAMPLE_SECONDS = 1

const PROGRAMS = {
  vmstat: ['-w', '-n', String(SAMPLE_SECONDS)],
  // -y omits the report since boot.
  iostat: ['-y', '-k', '-x', String(SAMPLE_SECONDS)],
} as const

/** Time after which a program that does not know these flags has exited. */
const REFUSAL_MS = 150

type SamplerInput = {
  kind: 'vmstat' | 'iostat'
  /** Path of the file to write. */
  path: string
  variables: Readonly<Record<string, string | undefined>>
  files: SystemFiles
  cpus: number
}

/** Starts the program or, when it is not installed, reads /proc; null when neither is available. */
export async function startSampler(input: SamplerInput): Promise<Sampler | null> {
  // On other systems programs of these names have another output format.
  if (process.platform !== 'linux') return null
  const file = await open(input.path, 'wx')
  const sampler = (await startProgram(input, file)) ?? (await startProc(input, file))
  if (sampler === null) await file.close()
  return sampler
}

async function startProgram({ kind, variables }: SamplerInput, file: FileHandle): Promise<Sampler | null> {
  const child = spawn(kind, PROGRAMS[kind], {
    // Forces a decimal point in numbers, independent of the locale of the machine.
    env: { ...variables, LC_ALL: 'C', S_COLORS: 'never' },
    // A pipe makes the program end together with this process; the separate process group keeps Ctrl-C from reaching it
    // directly.
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const closed = once(child, 'close').catch(() => undefined)
  const started = await Promise.race([
    once(child, 'spawn').then(() => true),
    new Promise<false>((resolve) => {
      child.on('error', () => resolve(false))
    }),
  ])
  // A program of that name with other flags, as in BusyBox, prints an error and exits immediately.
  const ended = closed.then(() => true as const)
  if (!started || (await Promise.race([ended, sleep(REFUSAL_MS, false)]))) return null
  // A full disk loses the samples; the output of the benchmark reports the error.
  const copied = copy(child.stdout, file).catch(() => undefined)
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  return {
    kind,
    how: kind,
    async stop() {
      // Both programs print their buffered samples on this signal.
      child.kill('SIGINT')
      await closed
      await copied
      await file.close()
      process.off('exit', kill)
    },
  }
}

async function copy(from: AsyncIterable<Uint8Array>, file: FileHandle): Promise<void> {
  for await (const chunk of from) await file.appendFile(chunk)
}

async function startProc({ kind, files, cpus }: SamplerInput, file: FileHandle): Promise<Sampler | null> {
  const source = kind === 'vmstat' ? new ProcVmstat(files) : await ProcIostat.open(files, cpus)
  const first = await source.next()
  if (first === null) return null
  await file.appendFile(first)
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(async () => {
      const text = await source.next()
      if (text !== null) await file.appendFile(text).catch(() => undefined)
    })
  }, SAMPLE_SECONDS * 1000)
  return {
    kind,
    how: '/proc',
    async stop() {
      clearInterval(timer)
      await writing
      await file.close()
    },
  }
}
