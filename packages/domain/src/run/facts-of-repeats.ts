import type { UploadTestbed } from './upload-document.ts'

type Known<T> = T | null | undefined

/**
 * State of the machine that repeats must share, as pages name it. Every field of the testbed matters: the kernel and
 * the distribution (scheduler, libc), the CPU (governor, turbo, frequency, SMT, logical CPUs and limits of them), the memory (NUMA, transparent huge pages) and
 * the storage (device, file system, mount options, trim) each change results without any change of the database.
 */
const TESTBED_FACTS = {
  governor: 'governor',
  turbo: 'turbo',
  frequency: 'CPU frequency',
  numaNodes: 'NUMA nodes',
  numaBalancing: 'NUMA balancing',
  kernel: 'kernel',
  smt: 'SMT',
  cpus: 'logical CPUs',
  cpuLimit: 'CPU limit',
  os: 'OS',
  transparentHugePages: 'transparent huge pages',
  storage: 'storage',
  fileSystem: 'file system',
  mountOptions: 'mount options',
  trim: 'trim',
} as const satisfies Record<keyof UploadTestbed, string>

/** Properties of a build that repeats must share and that are not dimensions. */
export const BUILD_FACTS = { commit: 'commit', buildType: 'build type' } as const
export const CONFIG_TEXT = 'config text'
/** Digits of a hash that are enough to distinguish the config texts of a project and short enough to compare by eye. */
const SHOWN_DIGITS = 12

export type FactSource = {
  build: { commit?: Known<string>; buildType?: Known<string> }
  /** sha256 of the text of the config, hex. */
  configText: Known<string>
  /** State of the machine during the run; it has precedence over the facts of the hardware. */
  testbed: Known<{ [field in keyof typeof TESTBED_FACTS]?: Known<string | number | boolean> }>
  hardware: { [field in keyof typeof TESTBED_FACTS]?: Known<string | number | boolean> }
}

/**
 * Facts that repeats must share and that are not dimensions, by the name that pages use: commit, build type, config
 * text and the state of the machine. Empty when nothing is known.
 */
export function factsOfRepeats({ build, configText, testbed, hardware }: FactSource): Record<string, string> {
  const facts: Record<string, string> = {}
  const add = (name: string, value: Known<string | number | boolean>) => {
    if (value != null && value !== '') facts[name] = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
  }
  for (const [field, name] of entriesOf(TESTBED_FACTS)) add(name, testbed?.[field] ?? hardware[field])
  for (const [field, name] of entriesOf(BUILD_FACTS)) add(name, build[field])
  add(CONFIG_TEXT, configText?.slice(0, SHOWN_DIGITS))
  return facts
}

/** Object.entries loses the type of the keys of a constant. */
const entriesOf = <T extends Record<string, string>>(table: T) => Object.entries(table) as [keyof T, string][]
