import { readFile, stat } from 'node:fs/promises'
import { archiveProfileYaml } from '@assay/domain/import/archive-profile'
import { type ImportProfile, parseImportProfile } from '@assay/domain/import/profile'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

/** Profiles that ship, by name, as YAML. */
export const SHIPPED_PROFILES: Readonly<Record<string, string>> = { archive: archiveProfileYaml }

/** The profile of that name, or in that file. */
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
  const shipped = Object.hasOwn(SHIPPED_PROFILES, nameOrFile) ? SHIPPED_PROFILES[nameOrFile] : undefined
  if (shipped !== undefined) return shipped
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
    `There is no import profile ${nameOrFile}: no such file, and the profiles that ship are: ${Object.keys(SHIPPED_PROFILES).join(', ')}.`,
  )
