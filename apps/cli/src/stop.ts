import { EXIT, type ExitCode } from './exit-code.ts'

/** Ends the command with a sentence for the user and an exit code. Anything else that is thrown is a bug. */
export class Stop extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.exitCode = exitCode
  }
}

const SYSTEM_ERRORS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a parent of its path is not a directory',
  ELOOP: 'its links form a loop',
  EMFILE: 'too many files are open',
}

/** The code of a Node system error such as ENOENT; undefined for anything else. */
export function systemCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

/** Returns the reason why a file operation failed, in words. */
export function systemReason(cause: unknown): string {
  const code = systemCode(cause)
  if (code !== undefined && SYSTEM_ERRORS[code] !== undefined) return SYSTEM_ERRORS[code]
  return cause instanceof Error ? cause.message : String(cause)
}

/** Converts a failed file operation to a sentence; anything that is not a system error is rethrown as a bug. */
export function stopOfSystemError(cause: unknown, doing: string, exitCode: ExitCode = EXIT.local): unknown {
  if (cause instanceof Stop || systemCode(cause) === undefined) return cause
  return new Stop(exitCode, `${doing}: ${systemReason(cause)}.`, { cause })
}
