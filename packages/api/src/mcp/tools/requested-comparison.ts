import { fromQuery } from '@assay/domain/compare/comparison-url'
import { commonEnvironments, type PairOptions } from '@assay/domain/compare/pairs/pair-options'
import { z } from 'zod'
import { appError } from '../../errors.ts'
import { trpcError } from '../../trpc.ts'
import { project, type ToolContext } from '../tool.ts'

const MAX_NAMED_VERSIONS = 20

const name = z.string().min(1).max(500)

/** A comparison is named by two versions, or by the query of a compare page. */
export const ComparisonInput = z.object({
  project,
  product: name.optional().describe('such as PostgreSQL; needed when several products have these versions'),
  base: name.optional().describe('version that values are divided by, such as 17.6'),
  candidate: name.optional().describe('version that is compared with the base, such as 18.0'),
  hardware: name.optional().describe('name of the machine'),
  benchmark: name.optional(),
  workload: name.optional(),
  query: z
    .string()
    .max(20_000)
    .optional()
    .describe(
      'query of a compare page instead of versions: columns (dimensions that become columns), base, and filters by dimension (product, version, build, compiler, config, hardware, benchmark, workload, test, clients; search finds their values), such as "columns=compiler&base=compiler:gcc&product=RocksDB&version=10.8.3&hardware=hetz" or "columns=version&base=version:17.6&version=17.6,18.0"',
    ),
})

type Requested = z.infer<typeof ComparisonInput>

const EnvironmentBody = z.object({ hardware: z.string(), benchmark: z.string(), workload: z.string() })

/** Other environments with both versions, which the comparison of two versions leaves out. */
export const OtherEnvironments = z
  .array(EnvironmentBody)
  .describe('further environments with both versions; hardware, benchmark and workload select one')

/**
 * Returns the comparison that was asked for: the given query, the two named versions, or without either the two newest
 * versions that can be compared. Two versions are compared in one environment, the one with most tests.
 *
 * @throws a tRPC error that says what can be compared, when these versions cannot.
 */
export async function requestedComparison(
  { api }: ToolContext,
  input: Requested,
): Promise<{ query: string; others: z.infer<typeof OtherEnvironments> }> {
  if (input.query !== undefined) return { query: checkedQuery(input.query), others: [] }
  const { options } = await api.comparisons.pairs({ project: input.project })
  const pair = pairOf(input, options)
  const query = pair === undefined ? null : await api.comparisons.pair({ project: input.project, pair })
  if (query === null) throw trpcError(appError('query-invalid', whyNothing(input, options)))
  return { query, others: pair == null ? [] : otherEnvironments(query, pair, options) }
}

export const requestedQuery = async (context: ToolContext, input: Requested): Promise<string> =>
  (await requestedComparison(context, input)).query

function otherEnvironments(
  query: string,
  { product, from, to }: { product: string; from: string; to: string },
  options: readonly PairOptions[],
): z.infer<typeof OtherEnvironments> {
  const own = options.find((option) => option.product === product)
  if (own === undefined) return []
  const { filters } = fromQuery(query).comparison
  const isShown = (environment: z.infer<typeof EnvironmentBody>) =>
    ENVIRONMENT.every((name) => filters[name]?.includes(environment[name]) ?? true)
  return commonEnvironments(own, from, to)
    .filter((environment) => !isShown(environment))
    .map(({ hardware, benchmark, workload }) => ({ hardware, benchmark, workload }))
}

const ENVIRONMENT = ['hardware', 'benchmark', 'workload'] as const

/** The reason why two versions cannot be compared, with the versions that can. */
function whyNothing({ base, candidate }: Requested, options: readonly PairOptions[]): string {
  if (options.length === 0) return 'No two versions of this project ran with the same workload on the same machine.'
  const known = options.map(({ product, versions }) => `${product} ${versions.slice(0, MAX_NAMED_VERSIONS).join(', ')}`)
  const isKnown = (version: string) => options.some(({ versions }) => versions.includes(version))
  const unknown = [base, candidate].filter((version) => version !== undefined && !isKnown(version))
  const why =
    unknown.length > 0
      ? `No product has the version ${unknown.join(' or ')} in a comparison; names are exact.`
      : 'These versions never ran with the same workload on the same machine.'
  return `${why} Versions that can be compared: ${known.join('; ')}.`
}

/** Returns the named pair; null without names, and undefined when no product has both versions. */
function pairOf({ product, base, candidate, ...environment }: Requested, options: readonly PairOptions[]) {
  if (base === undefined && candidate === undefined) return null
  if (base === undefined || candidate === undefined) {
    throw trpcError(appError('query-invalid', 'Name both base and candidate, or a query.'))
  }
  const wanted = product?.toLowerCase()
  const found = options.filter(({ versions }) => versions.includes(base) && versions.includes(candidate))
  const own = found.find((option) => option.product.toLowerCase() === wanted) ?? oneOf(found, wanted)
  const { hardware, benchmark, workload } = environment
  return own && { product: own.product, from: base, to: candidate, hardware, benchmark, workload }
}

/** The only product with these versions whose name begins with the word, such as Postgres for PostgreSQL. */
function oneOf(found: readonly PairOptions[], word = ''): PairOptions | undefined {
  const [only, ...others] = found.filter(({ product }) => product.toLowerCase().startsWith(word))
  return others.length === 0 ? only : undefined
}

function checkedQuery(query: string): string {
  const { problems } = fromQuery(query)
  if (problems.length === 0) return query
  throw trpcError(appError('query-invalid', `${problems.join('. ')}. docs/comparisons.md lists the parameters.`))
}
