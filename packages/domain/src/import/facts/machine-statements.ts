import type { UploadDocument } from '../../run/upload-document.ts'
import { countOf, folderOf, readSwitch } from '../fields.ts'
import type { ImportContext, Recorded } from '../import-context.ts'
import type { MadeRun } from '../refuse-runs.ts'
import type { MachineOfRun, StatedMachine } from './check-machine.ts'
import type { CpuStatement } from './cpu-statements.ts'
import { findMachine } from './run-facts.ts'

/**
 * The runs with the CPU counts of their machines, as printed by their own files and by shared files in parent folders.
 */
export function machinesOf(context: ImportContext, made: readonly MadeRun[]): MachineOfRun[] {
  // The set is made once, because making it for each of thousands of runs takes seconds.
  const used = filesOf(made)
  return made.map((run) => ({ name: run.document.hardware.name, statements: statementsOf(run, context, used) }))
}

const filesOf = (made: readonly MadeRun[]): ReadonlySet<string> => new Set(made.flatMap((run) => [...run.paths]))

function statementsOf({ paths }: MadeRun, { cpuStatements, recorded }: ImportContext, used: ReadonlySet<string>) {
  const isAbove = (path: string) => {
    const folder = folderOf(path)
    return [...paths].some((own) => folder === '' || folderOf(own) === folder || folderOf(own).startsWith(`${folder}/`))
  }
  const own = cpuStatements
    .filter(({ path }) => paths.has(path) || (!used.has(path) && isAbove(path)))
    .filter((statement) => !isLimited(statement, recorded))
  const [first = ''] = [...paths].sort()
  const ofRecord =
    recorded?.cpus == null ? [] : [{ kind: 'online' as const, cpus: recorded.cpus, path: first, line: 1 }]
  return [...ofRecord, ...own]
}

/**
 * True for a CPU count that may be the result of a CPU limit: under a limit nproc prints the CPUs that the process may
 * use and sysconf prints all. The record of the run contains the count of the whole machine.
 */
function isLimited({ kind, cpus }: CpuStatement, recorded: Recorded | null): boolean {
  if (recorded === null || recorded.cpus === null || recorded.cpuLimit === null) return false
  return kind === 'online' && cpus < recorded.cpus && cpus >= Math.floor(recorded.cpuLimit)
}

export function statedMachine({ profile, overrides }: ImportContext, name: string): StatedMachine {
  const machine = findMachine(profile, name)
  const { fields = {}, hardware } = overrides
  const stated = typeof hardware === 'object' && hardware.name === name ? hardware : machine
  return {
    cores: countOf(fields.cores, 100_000) ?? stated?.cores ?? null,
    cpus: machine?.cpus ?? null,
    smt: readSwitch(fields.smt) ?? stated?.smt ?? null,
    cpuLimit: countOf(fields.cpuLimit, 100_000),
  }
}

/** Adds the number of logical CPUs that the files print, and a stated CPU limit, to the document. */
export function withCpus(run: MadeRun, context: ImportContext): UploadDocument {
  const { document } = run
  const { cpuLimit, smt } = statedMachine(context, document.hardware.name)
  const statements = statementsOf(run, context, filesOf([run])).filter(
    ({ kind, cpus }) => kind !== 'online' || cpus !== cpuLimit,
  )
  const cpus = (statements.find(({ kind }) => kind === 'online') ?? statements[0])?.cpus
  const stated = readSwitch(context.overrides.fields?.smt) === null || smt === null ? {} : { smt }
  const testbed = { ...(cpus === undefined ? {} : { cpus }), ...(cpuLimit === null ? {} : { cpuLimit }), ...stated }
  return Object.keys(testbed).length === 0 ? document : { ...document, testbed: { ...document.testbed, ...testbed } }
}
