import { type Command, Option } from 'commander'
import type { CommandIo } from '../command-io.ts'
import { type ExitCode, exitCodesHelp, GATE_EXIT_CODES } from '../exit-code.ts'
import { COMPARE_FORMATS, type CompareFormat, compare } from './compare-command.ts'
import { GATE_FORMATS, type GateFlags, gate } from './gate-command.ts'
import { type ShareFlags, share } from './share-command.ts'
import {
  addUnderstandFlags,
  concurrencyOption,
  listed,
  onConflictOption,
  patienceOption,
  projectOption,
  wholeNumber,
} from './shared-options.ts'

/** Adds the commands that compare runs: `compare`, `share` and `gate`. */
export function addComparisonCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  program
    .command('compare')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('print a comparison')
    .addOption(projectOption(io))
    .addOption(new Option('--format <format>', 'output format').choices(COMPARE_FORMATS).default('text'))
    .action(async (query: string, flags: { project?: string; format: CompareFormat }) =>
      done(await compare(query, flags, io)),
    )

  program
    .command('share')
    .argument('<query>', 'the query of a compare page, or its whole address')
    .description('create a shared link to a frozen comparison and print its address, which is shown only once')
    .addOption(projectOption(io))
    .requiredOption('--title <title>', 'title of the page')
    .addOption(new Option('--days <n>', 'days until the link expires (default: 90)').argParser(wholeNumber(1, 3_660)))
    .option('--forever', 'the link does not expire')
    .option('--mask', 'mask the names of products: DBMS A, DBMS B')
    .option('--publish <name>', 'publish it under this name, for everybody, instead of at a secret address')
    .action(async (query: string, flags: ShareFlags) => done(await share(query, flags, io)))

  addGate(program, io, done)
}

function addGate(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  addUnderstandFlags(program.command('gate'))
    .description('compare a candidate with a base and fail on regressions; improvements never fail')
    .addOption(projectOption(io))
    .requiredOption(
      '--base <version|run|branch>',
      'a version, or the id of a run (several runs count together); or merge-base[:BRANCH] or last-green[:BRANCH] for the nearest commit of a branch with results',
      listed,
    )
    .requiredOption(
      '--candidate <version|run|path>',
      'the same, or benchmark output that is compared without being stored; several runs or paths count together',
      listed,
    )
    .option(
      '--rule <rule>',
      'definition of a change: project (its rules, else 5%), a share (3%), or a boundary from history (t-test, percentage:0.1)',
      'project',
    )
    .option(
      '--budget <test=share>',
      'the share by which a test may be worse, such as scan*=10%; may be given several times',
      listed,
    )
    .addOption(
      new Option('--not-compared <way>', 'results of the base without a counterpart are listed, or fail the gate')
        .choices(['warn', 'fail'])
        .default('warn'),
    )
    .option('--max-noise <share>', 'exclude machines whose repeats differ more than this, such as 5%')
    .option('--strict', 'pass only if no test is inconclusive')
    .option('--test <name>', 'only this test; may be given several times', listed)
    .option('--benchmark <name>', 'only this benchmark; may be given several times', listed)
    .addOption(new Option('--format <format>', 'output format').choices(GATE_FORMATS).default('markdown'))
    .option('--output <file>', 'write the result to a file; standard output then has only the verdict')
    .option('--junit <file>', 'also write the result as JUnit XML, for GitLab and Jenkins')
    .option('--report', 'also write it to the pull request of this job: comment and check run (GitHub), note (GitLab)')
    .option('--upload', 'store the benchmark output first, as assay push does')
    .addOption(onConflictOption().default('stop'))
    .option('--no-raw', 'upload: leave out the raw files')
    .addOption(concurrencyOption())
    .addOption(patienceOption())
    .addHelpText('after', exitCodesHelp(GATE_EXIT_CODES))
    .action(async (flags: GateFlags) => done(await gate(flags, io)))
}
