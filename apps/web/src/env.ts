import { z } from 'zod'

const Environment = z.object({
  /** The Postgres server with the project data. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  /** Its address without a pooler, if DATABASE_URL is that of one. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Folder of attachments; `npm start` sets an absolute path. */
  ASSAY_DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of the documentation; `npm start` sets the one of the checkout. */
  ASSAY_DOCS_DIR: z.string().min(1).default('../../docs'),
  /** Address under which people reach this server, when it is behind a proxy. */
  ASSAY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Changes to the rate limits and quotas. */
  ASSAY_LIMITS: z.string().default(''),
  /** Quotas of new organizations. */
  ASSAY_QUOTAS: z.string().default(''),
  /** Contact for vulnerability reports. */
  ASSAY_SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
})

export type Environment = z.infer<typeof Environment>

/**
 * Returns the environment of this process. An empty variable counts as absent.
 *
 * @throws Error that names every invalid variable.
 */
export function readEnvironment(variables: Record<string, string | undefined> = process.env): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not complete. ${wrong.join('; ')}. .env.example lists every variable.`)
}

/** All environment variables, for modules that parse their own. */
export const environmentVariables = (): Record<string, string | undefined> => process.env
