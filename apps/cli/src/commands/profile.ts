import { EXIT, type ExitCode } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import type { World } from '../world.ts'
import { loadProfile, SHIPPED_PROFILES } from './load-profile.ts'

/** `assay profile show`: a profile that ships, as YAML to start one's own from. */
export async function showProfile(name: string, world: World): Promise<ExitCode> {
  const yaml = Object.hasOwn(SHIPPED_PROFILES, name) ? SHIPPED_PROFILES[name] : undefined
  if (yaml === undefined) {
    throw new Stop(
      EXIT.usage,
      `There is no profile ${JSON.stringify(name)}; these ship: ${Object.keys(SHIPPED_PROFILES).join(', ')}.`,
    )
  }
  await world.out.write(`${yaml.trim()}\n`)
  return EXIT.ok
}

/** `assay profile check`: reads a profile and says what it holds, or where it is wrong. */
export async function checkProfile(file: string, world: World): Promise<ExitCode> {
  const { name, files, directories, machines } = await loadProfile(file, EXIT.refused)
  await world.out.write(
    `${file} is a valid profile: ${name}, ${files.length} file rules, ${directories.length} directory rules, ${machines.length} machines.\n`,
  )
  return EXIT.ok
}
