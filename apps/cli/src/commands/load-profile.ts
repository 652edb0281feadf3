import { readFile, stat } from 'node:fs/promises'
import { type ImportProfile, parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

/** Returns the YAML of a profile that ships with assay; null when there is none with that name. */
export function shippedProfile(name: string): string | null {
  return Object.entries(SHIPPED_PROFILES).find(([known]) => known === name)?.[1] ?? null
}

export const shippedNames = (): string => Object.keys(SHIPPED_PROFILES).join(', ')

/** Loads a shipped profile by name, or a profile from a file. */
export async function loadProfile(nameOrFile: string, exitCode: ExitCode = EXIT.usage): Promise<ImportProfile> {
  const parsed = parseImportProfile(await profileText(nameOrFile))
  if (parsed.ok) return parsed.value
  const { line, message } = parsed.error
  throw new Stop(
    exitCode,
    `The import profile ${nameOrFile}${line === undefined ? '' : `:${line}`} cannot be used: ${message}`,
  )
}

async function profileText(nameOrFile: string): Promise<string> {
  const shipped = shippedProfile(nameOrFile)
  if (shipped !== null) return shipped
  try {
    await stat(nameOrFile)
    return await readFile(nameOrFile, 'utf8')
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT')
      throw stopOfSystemError(cause, `The import profile ${nameOrFile} cannot be read`)
    throw noProfile(nameOrFile)
  }
}

const noProfile = (nameOrFile: string): Stop =>
  new Stop(
    EXIT.usage,
    `There is no import profile ${nameOrFile}: no such file, and the profiles that ship are: ${shippedNames()}.`,
  )
