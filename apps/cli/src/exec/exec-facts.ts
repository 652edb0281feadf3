import type { ExecFacts } from '@assay/domain/import/exec-record'
import type { ImportProfile } from '@assay/domain/import/profile/profile'
import type { UploadHardware } from '@assay/domain/run/upload-document'
import type { UnderstandFlags } from '../commands/shared-options.ts'
import type { Machine } from './machine/machine.ts'
import { configOf, type ServerFacts } from './server/server-facts.ts'

/** Merges the facts stated in options with those read from the server and the machine. */
export function execFacts(
  flags: UnderstandFlags,
  { server, machine, profile }: { server: ServerFacts | null; machine: Machine; profile: ImportProfile },
): ExecFacts {
  const product = flags.product ?? server?.product
  const version = flags.version ?? server?.version
  const build = { ...(flags.build === undefined ? {} : { name: flags.build }), ...server?.build }
  const config = server === null ? namedConfig(flags.config) : configOf(server.settings, flags.config)
  return {
    ...(product === undefined ? {} : { product }),
    ...(version === undefined ? {} : { version }),
    ...(Object.keys(build).length === 0 ? {} : { build }),
    ...(config === undefined ? {} : { config }),
    hardware: hardwareOf(flags.hardware, machine, profile),
    testbed: machine.testbed,
    ...(flags.workload === undefined ? {} : { workload: flags.workload }),
    ...(flags.repeat === undefined ? {} : { repeat: flags.repeat }),
    ...(flags.param === undefined ? {} : { params: flags.param }),
  }
}

const namedConfig = (name: string | undefined) => (name === undefined ? undefined : { name })

/** Facts of a machine in the profile come from there; missing ones are detected. */
function hardwareOf(name: string | undefined, { hardware }: Machine, { machines }: ImportProfile): UploadHardware {
  if (name === undefined) return hardware
  const known = machines.find((machine) => machine.name === name || machine.tokens.includes(name))
  const { tokens: _tokens, ...facts } = known ?? { name, tokens: [] }
  return { ...hardware, ...facts }
}
