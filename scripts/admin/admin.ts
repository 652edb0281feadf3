// Commands for the operator of the server (bin/assay.mjs); usage.ts lists them.

import { parseArgs } from 'node:util'
import { errorCode, formatError } from '../lib/plain-error.ts'
import { loadDotEnv, readSettings, type Settings } from '../start/settings.ts'
import { acceptSecret } from './accept-secret.ts'
import { verifyAuditExport, verifyAuditLogs } from './audit-commands.ts'
import { backUp, restore, verify } from './backup-commands.ts'
import { distribute } from './distribute/distribute.ts'
import { endSessions } from './end-sessions.ts'
import { allowOtherSignIns, verifyDomain } from './identity-provider-commands.ts'
import { exportProjectCommand, importProjectCommand } from './project-archive/archive-commands.ts'
import { EX_TEMPFAIL, receiveMailCommand } from './receive-mail-command.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { setQuotas } from './set-quotas.ts'
import { ADMIN_USAGE } from './usage.ts'

const EXIT_USAGE = 64

export type Flags = { name?: string | undefined; since?: string | undefined; replace: boolean; dryRun: boolean }
type Command = {
  run: (settings: Settings, path: string, flags: Flags, rest: string[]) => Promise<number>
  takesPath: boolean
  /** True when more arguments follow the first. */
  takesMore?: boolean
  /** Exit code of an error, such as a wrong setting; 1 by default. */
  exitOnError?: number
}

const COMMANDS: Record<string, Command> = {
  backup: { run: backUp, takesPath: true },
  restore: { run: restore, takesPath: true },
  verify: { run: verify, takesPath: true },
  'accept-secret': { run: acceptSecret, takesPath: false },
  'reset-second-factor': { run: resetSecondFactor, takesPath: true },
  'end-sessions': { run: endSessions, takesPath: true },
  'verify-domain': { run: verifyDomain, takesPath: true, takesMore: true },
  'allow-other-sign-ins': { run: allowOtherSignIns, takesPath: true },
  'verify-audit': { run: verifyAuditLogs, takesPath: false },
  distribute: { run: distribute, takesPath: false },
  'verify-audit-export': { run: verifyAuditExport, takesPath: true },
  'mail-in': { run: receiveMailCommand, takesPath: false, exitOnError: EX_TEMPFAIL },
  'export-project': { run: exportProjectCommand, takesPath: true, takesMore: true },
  'import-project': { run: importProjectCommand, takesPath: true, takesMore: true },
  quota: { run: setQuotas, takesPath: true, takesMore: true },
}

/** Runs one command line and returns its exit code. */
export async function runAdmin(args: string[]): Promise<number> {
  let exitOnError = 1
  try {
    const options = {
      name: { type: 'string' },
      since: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', path, ...rest] = positionals
    const command = COMMANDS[name]
    const isComplete =
      command !== undefined &&
      (rest.length === 0 || command.takesMore === true) &&
      command.takesPath === (path !== undefined)
    if (values.help || !isComplete) {
      console.error(ADMIN_USAGE)
      return values.help ? 0 : EXIT_USAGE
    }
    exitOnError = command.exitOnError ?? 1
    loadDotEnv()
    return await command.run(readSettings(process.env), path ?? '', { ...values, dryRun: values['dry-run'] }, rest)
  } catch (error) {
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS') !== true) {
      console.error(formatError(error))
      return exitOnError
    }
    console.error(`${String(error)}\n\n${ADMIN_USAGE}`)
    return EXIT_USAGE
  }
}
