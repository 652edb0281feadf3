import { formatProblem } from '@assay/domain/parse/problem'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { formatUnderstood } from '../inputs/summary.ts'
import { type Run, type Understood, understand } from '../inputs/understand.ts'
import type { World } from '../world.ts'
import { loadProfile } from './load-profile.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'

/** `assay parse`: what would be uploaded, without a network. */
export async function parse(
  paths: readonly string[],
  flags: UnderstandFlags & { json?: boolean },
  world: World,
): Promise<ExitCode> {
  const understood = await understand(paths, {
    profile: await loadProfile(flags.profile ?? 'archive'),
    overrides: overridesOf(flags),
  })
  if (flags.json === true) await writeDocuments(understood.runs, world)
  else await world.out.write(formatUnderstood(understood))
  return tellProblems(understood, world)
}

/** Says each thing that was not understood with file and line; finding no run at all is one too. */
export async function tellProblems({ problems, runs, fileCount }: Understood, world: World): Promise<ExitCode> {
  for (const problem of problems) await world.log.write(`${formatProblem(problem)}\n`)
  if (problems.length === 0 && runs.length > 0) return EXIT.ok
  if (problems.length === 0) {
    await world.log.write(
      `No benchmark results were found in ${fileCount} files. assay parse --help lists the flags and profiles that help.\n`,
    )
  }
  return EXIT.refused
}

/** One JSON array, a document at a time. */
async function writeDocuments(runs: readonly Run[], world: World): Promise<void> {
  for (const [index, { document }] of runs.entries()) {
    await world.out.write(`${index === 0 ? '[\n' : ',\n'}${JSON.stringify(document)}`)
  }
  await world.out.write(runs.length === 0 ? '[]\n' : '\n]\n')
}
