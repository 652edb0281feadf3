import { type Command, Option } from 'commander'
import type { CommandIo } from '../command-io.ts'
import type { ExitCode } from '../exit-code.ts'
import { projectOption, wholeNumber } from './shared-options.ts'
import {
  exportSpec,
  importSpec,
  listSpecs,
  SPEC_FILE_FORMATS,
  type SpecExportFlags,
  type SpecImportFlags,
  type SpecListFlags,
} from './spec-command.ts'
import { verifySpec } from './verify-spec-command.ts'

/** Adds `assay spec list`, `export`, `import` and `verify`. */
export function addSpecCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  const spec = program.command('spec').description('specs as files')
  spec
    .command('list')
    .description('list functional and design specs with their open comments, newest change first')
    .addOption(projectOption(io))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .action(async (flags: SpecListFlags) => done(await listSpecs(flags, io)))
  spec
    .command('export')
    .argument('<spec>', 'such as FS-1')
    .description('export a spec with its figures and appendix to standard output or a file')
    .addOption(projectOption(io))
    .addOption(
      new Option('--format <format>', 'output format (default: by the ending of the file, else markdown)').choices(
        SPEC_FILE_FORMATS,
      ),
    )
    .option('--revision <n>', 'an older revision (default: the current one)', wholeNumber(1, 1_000_000))
    .option('-o, --output <file>', 'output file')
    .option('--git <directory>', 'write text, revisions, attachments and record as files of a git repository')
    .action(async (name: string, flags: SpecExportFlags) => done(await exportSpec(name, flags, io)))
  spec
    .command('import')
    .argument('<file>', 'Markdown or JSON of assay spec export, a folder of --git, or any other Markdown')
    .description('import a file as a new spec, with its history if it was exported, or as the next revision of a spec')
    .addOption(projectOption(io))
    .option('--spec <spec>', 'the next revision of this spec, such as FS-1')
    .option(
      '--base <n>',
      'the revision that the text is based on (default: the current one)',
      wholeNumber(1, 1_000_000),
    )
    .option('--note <text>', 'summary of the changes in the revision')
    .addOption(new Option('--kind <kind>', 'of a new spec (default: functional)').choices(['functional', 'design']))
    .option('--title <title>', 'of a new spec (default: its first heading)')
    .option('--parent <spec>', 'of a new design spec: the functional spec that it builds on')
    .action(async (path: string, flags: SpecImportFlags) => done(await importSpec(path, flags, io)))

  spec
    .command('verify')
    .argument('<file>', 'Markdown or JSON of assay spec export, or a folder of --git')
    .description('verify a file of a resolved spec against its seal, without a server')
    .option('--since <file>', 'an earlier export of the spec, whose seal the file must continue')
    .action(async (path: string, flags: { since?: string }) => done(await verifySpec(path, flags, io)))
}
