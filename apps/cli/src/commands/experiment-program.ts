import type { Command } from 'commander'
import type { CommandIo } from '../command-io.ts'
import type { ExitCode } from '../exit-code.ts'
import {
  type AttachFlags,
  askDecision,
  attachRun,
  createExperiment,
  type ExperimentFlags,
  endExperiment,
  type KeyFlags,
  listExperiments,
  type ProposeFlags,
  proposeCandidate,
  runnerKey,
  showExperiment,
} from './experiment-command.ts'
import { projectOption, wholeNumber } from './shared-options.ts'

/** Adds `assay experiment` with its subcommands. */
export function addExperimentCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  const experiment = program
    .command('experiment')
    .description('search for a better candidate: create, propose, attach, ask')
  const add = (usage: string, description: string) =>
    experiment
      .command(usage)
      .description(description)
      .addOption(projectOption(io))
      .option('--json', 'print the whole response as JSON')

  add('list', 'list the experiments of a project').action(async (flags: ExperimentFlags) =>
    done(await listExperiments(flags, io)),
  )
  add('create <file>', 'create an experiment from a JSON file (docs/experiments.md)').action(
    async (file: string, flags: ExperimentFlags) => done(await createExperiment(file, flags, io)),
  )
  add('show <name>', 'show all candidates with scores and decisions').action(
    async (name: string, flags: ExperimentFlags) => done(await showExperiment(name, flags, io)),
  )
  const number = wholeNumber(0, 1_000_000)
  add('propose <name>', 'add a candidate and print its number')
    .requiredOption('--description <text>', 'what it changes')
    .option(
      '--parent <number>',
      'a candidate that it was made from; 0 is the base',
      (value: string, all: number[] = []) => [...all, number(value)],
    )
    .option('--commit <hash>', 'the commit that has the change')
    .option('--diff <file>', 'a file with the change: a patch or settings')
    .action(async (name: string, flags: ProposeFlags) => done(await proposeCandidate(name, flags, io)))
  add('attach <name> <candidate> <run>', 'attach a stored run to a candidate and print the decision')
    .option('--record <file>', 'the record that assay exec signed and wrote next to the output')
    .action(async (name: string, candidate: string, run: string, flags: AttachFlags) =>
      done(await attachRun([name, candidate, run], flags, io)),
    )
  add('ask <name> <candidate>', 'print keep, reject, or measure more with the number of repeats').action(
    async (name: string, candidate: string, flags: ExperimentFlags) =>
      done(await askDecision([name, candidate], flags, io)),
  )
  add('key <file>', 'create the key of a runner (Ed25519, mode 0600) unless it exists, and print its public key')
    .option('--register <name>', 'also register it with the project under this name; the token needs the scope write')
    .action(async (file: string, flags: KeyFlags) => done(await runnerKey(file, flags, io)))
  add('end <name>', 'end an experiment, which reveals the holdout workloads').action(
    async (name: string, flags: ExperimentFlags) => done(await endExperiment(name, flags, io)),
  )
}
