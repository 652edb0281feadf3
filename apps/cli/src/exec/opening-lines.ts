import type { ExecFacts } from '@assay/domain/import/exec-record'
import type { Sampler } from './sampling/sampler.ts'
import type { ServerAnswer } from './server/ask-server.ts'
import { addressInWords, type ServerAddress } from './server/server-address.ts'

/**
 * Formats the lines that are printed before the benchmark starts: the folder, the server, and facts that are missing.
 */
export function openingLines({
  path,
  samplers,
  views,
  server,
  address,
  facts,
}: {
  path: string
  samplers: readonly Sampler[]
  /** The views of the server that are recorded before and after the benchmark. */
  views: readonly string[]
  server: ServerAnswer
  address: ServerAddress | null
  facts: ExecFacts
}): string {
  const sampled = samplers.map(({ kind, how: source }) => (source === kind ? kind : `${kind} from ${source}`))
  const how = [...sampled, ...views]
  const lines = [`recording into ${path}${how.length === 0 ? '' : ` with ${how.join(', ')}`}`]
  if (server.facts !== null && address !== null) {
    lines.push(`${server.facts.product} ${server.facts.version} at ${addressInWords(address)}`)
  }
  const lacking = (['product', 'version'] as const).filter((name) => facts[name] === undefined)
  if (server.why !== null && lacking.length > 0) lines.push(`${server.why}.`)
  if (lacking.includes('version')) {
    const flags = lacking.map((name) => `--${name} ...`).join(' ')
    lines.push(
      `unknown ${lacking.join(' and ')}: unless the output states them, upload the result with assay push ${path} ${flags}`,
    )
  }
  return lines.map((line) => `assay: ${line}\n`).join('')
}
