import type { CommandIo } from '../command-io.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import { loadProfile, shippedNames, shippedProfile } from './load-profile.ts'

/** `assay profile show`: prints the YAML of a shipped profile, as a start for a new one. */
export async function showProfile(name: string, io: CommandIo): Promise<ExitCode> {
  const yaml = shippedProfile(name)
  if (yaml === null) {
    throw new Stop(
      EXIT.usage,
      `There is no built-in profile ${JSON.stringify(name)}. Choose one of: ${shippedNames()}.`,
    )
  }
  await io.out.write(`${yaml.trim()}\n`)
  return EXIT.ok
}

/** `assay profile check`: parses a profile and summarizes it, or reports its errors. */
export async function checkProfile(file: string, io: CommandIo): Promise<ExitCode> {
  const { name, files, directories, machines } = await loadProfile(file, EXIT.refused)
  await io.out.write(
    `${file} is a valid profile: ${name}, ${files.length} file rules, ${directories.length} directory rules, ${machines.length} machines.\n`,
  )
  return EXIT.ok
}
