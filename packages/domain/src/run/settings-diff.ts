import type { ParamValue } from './upload-document.ts'

/** Sections in the order in which they are read: what was tested, on what, with what load. */
const DIFF_SECTIONS = [
  'version',
  'build',
  'config',
  'settings',
  'hardware',
  'workload',
  'parameters',
  'client',
  'tests',
] as const

export type DiffSection = (typeof DIFF_SECTIONS)[number]

/** One fact of two runs; null for a run that does not state it. */
export type DiffFact = { section: DiffSection; name: string; a: string | null; b: string | null }

type Known<T> = T | null | undefined

/** Stated facts about the build, config and machine of a run; null and undefined both mean not stated. */
export type RunFacts = {
  product: string
  version: string
  buildDetails: {
    name?: Known<string>
    compiler?: Known<string>
    compilerVersion?: Known<string>
    lto?: Known<boolean>
    flags?: Known<string>
    pgo?: Known<boolean>
    bolt?: Known<boolean>
    march?: Known<string>
    allocator?: Known<string>
    buildType?: Known<string>
    commit?: Known<string>
    binarySha256?: Known<string>
  }
  configDetails: { name: string; text?: Known<string>; settings?: Known<Readonly<Record<string, string>>> }
  hardwareDetails: {
    name: string
    cpu?: Known<string>
    cores?: Known<number>
    smt?: Known<boolean>
    sockets?: Known<number>
    memoryGb?: Known<number>
    storage?: Known<string>
    fileSystem?: Known<string>
    os?: Known<string>
    kernel?: Known<string>
    cloudType?: Known<string>
  }
  testbed?: Known<{
    os?: Known<string>
    kernel?: Known<string>
    smt?: Known<boolean>
    governor?: Known<string>
    turbo?: Known<boolean>
    frequency?: Known<string>
    numaNodes?: Known<number>
    numaBalancing?: Known<boolean>
    transparentHugePages?: Known<string>
    storage?: Known<string>
    fileSystem?: Known<string>
    mountOptions?: Known<string>
    trim?: Known<string>
  }>
  benchmark: string
  benchmarkVersion?: Known<string>
  workload: string
  workloadParams?: Known<Readonly<Record<string, ParamValue>>>
  clients?: Known<readonly number[]>
  clientVersion?: Known<string>
  tests?: Known<readonly { name: string }[]>
}

/**
 * All facts that differ between two runs, section by section. A fact that only one run states is a difference, with
 * null on the other side.
 */
export function diffFacts(a: RunFacts, b: RunFacts): DiffFact[] {
  return compareFacts(a, b).filter((fact) => fact.a !== fact.b)
}

/** All facts of two runs, section by section, including equal ones. */
export function compareFacts(a: RunFacts, b: RunFacts): DiffFact[] {
  const [left, right] = [factsOf(a), factsOf(b)]
  const keys = new Map([...left, ...right].map(([key, { section, name }]) => [key, { section, name }]))
  const facts = [...keys].map(([key, { section, name }]) => {
    return { section, name, a: left.get(key)?.value ?? null, b: right.get(key)?.value ?? null }
  })
  const differing = facts.filter((fact) => fact.a !== fact.b)
  const all = [...facts, ...textDiff(a, b, differing)]
  return DIFF_SECTIONS.flatMap((section) => all.filter((fact) => fact.section === section))
}

type Fact = { section: DiffSection; name: string; value: string }

function factsOf(run: RunFacts): Map<string, Fact> {
  const { buildDetails: build, configDetails: config, hardwareDetails: hardware } = run
  // Facts recorded during the run take precedence over the usual facts of the hardware.
  const during = run.testbed ?? {}
  const sections: Record<DiffSection, Record<string, unknown>> = {
    version: { product: run.product, version: run.version },
    build: {
      build: build.name,
      compiler: build.compiler,
      'compiler version': build.compilerVersion,
      LTO: build.lto,
      flags: build.flags,
      march: build.march,
      PGO: build.pgo,
      BOLT: build.bolt,
      allocator: build.allocator,
      'build type': build.buildType,
      commit: build.commit,
      'sha256 of the binary': build.binarySha256,
    },
    config: { config: config.name },
    settings: config.settings ?? {},
    hardware: {
      hardware: hardware.name,
      cpu: hardware.cpu,
      cores: hardware.cores,
      SMT: during.smt ?? hardware.smt,
      sockets: hardware.sockets,
      'memory, GB': hardware.memoryGb,
      storage: during.storage ?? hardware.storage,
      'file system': during.fileSystem ?? hardware.fileSystem,
      'mount options': during.mountOptions,
      OS: during.os ?? hardware.os,
      kernel: during.kernel ?? hardware.kernel,
      trim: during.trim,
      governor: during.governor,
      turbo: during.turbo,
      'CPU frequency': during.frequency,
      'NUMA nodes': during.numaNodes,
      'NUMA balancing': during.numaBalancing,
      'transparent huge pages': during.transparentHugePages,
      'cloud type': hardware.cloudType,
    },
    workload: { benchmark: run.benchmark, 'benchmark version': run.benchmarkVersion, workload: run.workload },
    parameters: { clients: run.clients?.join(', '), ...run.workloadParams },
    client: { 'client version': run.clientVersion },
    tests: Object.fromEntries((run.tests ?? []).map(({ name }) => [name, 'has it'])),
  }
  const facts = DIFF_SECTIONS.flatMap((section) =>
    Object.entries(sections[section]).flatMap(([name, value]): Fact[] => {
      return value === null || value === undefined || value === '' ? [] : [{ section, name, value: inWords(value) }]
    }),
  )
  return new Map(facts.map((fact) => [JSON.stringify([fact.section, fact.name]), fact]))
}

function inWords(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

/** Config texts may differ although all parsed settings agree: in a comment, or in a format without a parser. */
function textDiff(a: RunFacts, b: RunFacts, facts: readonly DiffFact[]): DiffFact[] {
  const [left, right] = [a.configDetails.text ?? null, b.configDetails.text ?? null]
  if (left === right || facts.some(({ section }) => section === 'settings')) return []
  const size = (text: string | null) =>
    text === null ? null : `${text.split('\n').length} lines, ${text.length} characters`
  const [sizeA, sizeB] = [size(left), size(right)]
  const shown = sizeA === sizeB ? { a: `${sizeA}, other text`, b: sizeB } : { a: sizeA, b: sizeB }
  return [{ section: 'config', name: 'text of the config', ...shown }]
}
