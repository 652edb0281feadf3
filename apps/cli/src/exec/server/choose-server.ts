import { EXIT } from '../../exit-code.ts'
import { Stop } from '../../stop.ts'
import type { ServerAnswer } from './ask-server.ts'
import { parseServerUrl, type ServerAddress } from './server-address.ts'

/**
 * Chooses the server to query: that of a flag or ASSAY_SERVER, otherwise that in the options of the benchmark.
 *
 * @throws Stop when an address cannot be parsed, or when a flag contains a password.
 */
export function chooseServer({
  flag,
  variable,
  ofBenchmark,
}: {
  flag: string | undefined
  variable: string | undefined
  ofBenchmark: ServerAddress | null
}): ServerAddress | null {
  const given = flag ?? variable
  if (given === undefined) return ofBenchmark
  const address = parseServerUrl(given)
  if (address === null) {
    throw new Stop(
      EXIT.usage,
      'The server must be an address such as postgres://user@localhost:5432/db or mysql://user@localhost/db.',
    )
  }
  if (flag !== undefined && address.password !== undefined) {
    throw new Stop(
      EXIT.usage,
      'A password cannot be an argument: every process on this machine can read the arguments of others. ' +
        'Put the address in ASSAY_SERVER.',
    )
  }
  // The benchmark's own password is for the same server.
  const password = ofBenchmark?.kind === address.kind ? ofBenchmark.password : undefined
  return { ...address, password: address.password ?? password }
}

/** Returns the data directory of a server on this machine; null for other servers, or when it is unknown. */
export function localDirectory({ facts }: ServerAnswer, address: ServerAddress | null): string | null {
  const host = address?.host
  const isLocal = host === undefined || host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  return isLocal ? (facts?.dataDirectory ?? null) : null
}
