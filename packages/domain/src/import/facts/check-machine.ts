import type { Problem } from '../../parse/problem.ts'
import type { CpuStatement } from './cpu-statements.ts'

/** A run with the CPU counts that its files state. */
export type MachineOfRun = { name: string; statements: readonly CpuStatement[] }

/** Facts about a machine that a profile, a name or a flag states. */
export type StatedMachine = {
  /** Physical cores of all sockets. */
  cores: number | null
  /** Number of online logical CPUs. */
  cpus: number | null
  /** True with SMT, false without; null when not stated. */
  smt: boolean | null
  /** Number of CPUs that a cgroup or taskset leaves to the benchmark. */
  cpuLimit: number | null
}

/** Threads of one core with SMT: 2 on x86 and Arm, 4 and 8 on POWER and SPARC. */
const THREADS_PER_CORE = [1, 2, 4, 8]

/**
 * Returns, for each machine, the first statement that contradicts the others. Online CPUs of one run are compared with
 * online CPUs of another and with configured CPUs, which also count CPUs that SMT switched off. The number of cores is
 * a lower limit; cores times threads per core is the upper limit. A number that equals a stated CPU limit is not
 * compared, because it does not describe the machine.
 */
export function checkMachines(runs: readonly MachineOfRun[], statedOf: (name: string) => StatedMachine): Problem[] {
  const names = [...new Set(runs.map(({ name }) => name))]
  return names.flatMap((name) => {
    const stated = statedOf(name)
    const ofMachine = runs
      .filter((run) => run.name === name)
      .map(({ statements }) => statements.filter(({ kind, cpus }) => kind !== 'online' || cpus !== stated.cpuLimit))
    const found =
      firstOf(ofMachine, (statements) => checkRun(statements, name, stated)) ??
      firstOf(ofMachine, (statements) => checkStated(statements, name, stated)) ??
      checkAcross(ofMachine.flat(), name, stated)
    return found === null ? [] : [found]
  })
}

function firstOf<T>(all: readonly T[], check: (one: T) => Problem | null): Problem | null {
  for (const one of all) {
    const found = check(one)
    if (found !== null) return found
  }
  return null
}

/** Compares the statements within a run. Only SMT may explain a difference. */
function checkRun(statements: readonly CpuStatement[], name: string, { cpuLimit }: StatedMachine): Problem | null {
  const different = pairOfDifferent(statements)
  if (different !== null) return contradiction(different, name)
  const online = statements.find(({ kind }) => kind === 'online')
  const configured = statements.find(({ kind }) => kind === 'configured')
  if (online === undefined || configured === undefined || cpuLimit !== null) return null
  if (THREADS_PER_CORE.some((threads) => online.cpus * threads === configured.cpus)) return null
  return contradiction([configured, online], name)
}

/** Compares the statements with the stated facts about the machine. */
function checkStated(statements: readonly CpuStatement[], name: string, stated: StatedMachine): Problem | null {
  for (const statement of statements) {
    const expected = whyImpossible(statement, stated)
    if (expected === null) continue
    const message =
      `prints ${countOf(statement)}, but ${expected} for the machine ${name}. Correct the profile or the flag, ` +
      `name another machine with --set hardware=NAME, or state a limit of a cgroup or taskset with --set cpuLimit=${statement.cpus}.`
    return { file: statement.path, line: statement.line, message }
  }
  return null
}

/** The stated fact that a count contradicts, in words; null without a contradiction. */
function whyImpossible({ kind, cpus }: CpuStatement, stated: StatedMachine): string | null {
  if (stated.cpus !== null && kind === 'online' && cpus !== stated.cpus) {
    return `${stated.cpus} logical CPUs are stated`
  }
  const { cores } = stated
  if (cores === null || kind === 'configured') {
    return cores !== null && cpus < cores ? `${cores} cores are stated` : null
  }
  if (stated.smt === false && cpus !== cores) return `${cores} cores without SMT are stated`
  if (stated.smt === true && cpus <= cores) return `${cores} cores with SMT are stated`
  // Processors with two kinds of cores have SMT on some of them only.
  const isPossible = (cpus >= cores && cpus <= 2 * cores) || THREADS_PER_CORE.includes(cpus / cores)
  return isPossible ? null : `${cores} cores are stated`
}

/** Compares runs. Their numbers may differ when SMT was switched, which only a stated number of cores can show. */
function checkAcross(statements: readonly CpuStatement[], name: string, { cores }: StatedMachine): Problem | null {
  const unexplained = statements.filter(({ cpus }) => cores === null || !THREADS_PER_CORE.includes(cpus / cores))
  const different = pairOfDifferent(unexplained)
  if (different !== null) return contradiction(different, name)
  const online = unexplained.find(({ kind }) => kind === 'online')
  const configured = unexplained.find((one) => one.kind === 'configured' && online !== undefined)
  if (online === undefined || configured === undefined) return null
  return THREADS_PER_CORE.some((threads) => online.cpus * threads === configured.cpus)
    ? null
    : contradiction([configured, online], name)
}

/** The first two statements of one kind with different numbers; null when there are none. */
function pairOfDifferent(statements: readonly CpuStatement[]): [CpuStatement, CpuStatement] | null {
  const first = new Map<CpuStatement['kind'], CpuStatement>()
  for (const statement of statements) {
    const before = first.get(statement.kind)
    if (before === undefined) first.set(statement.kind, statement)
    else if (before.cpus !== statement.cpus) return [before, statement]
  }
  return null
}

function contradiction([before, here]: readonly [CpuStatement, CpuStatement], name: string): Problem {
  const other = `${before.path}:${before.line} prints ${countOf(before)}`
  const message =
    `prints ${countOf(here)}, but ${other} for the same machine ${name}. Two machines need two names: ` +
    'push each folder with its own --set hardware=NAME, or all with --set hardware=@folder. If a cgroup or taskset ' +
    `limits one of them, state --set cpuLimit=${Math.min(before.cpus, here.cpus)}; if SMT was switched between the runs, state the cores with --set cores=N.`
  return { file: here.path, line: here.line, message }
}

const countOf = ({ kind, cpus }: CpuStatement): string =>
  `${cpus} ${kind === 'configured' ? 'configured logical ' : 'logical '}${cpus === 1 ? 'CPU' : 'CPUs'}`
