import type { Command } from 'commander'
import type { CommandIo } from '../command-io.ts'
import type { ExitCode } from '../exit-code.ts'
import { checkProfile, showProfile } from './profile-command.ts'

/** Adds `assay profile show` and `check`. */
export function addProfileCommands(program: Command, io: CommandIo, done: (code: ExitCode) => void): void {
  const profile = program.command('profile').description('import profiles: rules for names of files and folders')
  profile
    .command('show')
    .argument('[name]', 'a built-in profile', 'archive')
    .description('print it as YAML')
    .action(async (name: string) => done(await showProfile(name, io)))
  profile
    .command('check')
    .argument('<file>', 'your own profile')
    .description('check a profile')
    .action(async (file: string) => done(await checkProfile(file, io)))
}
