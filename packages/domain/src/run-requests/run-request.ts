import { z } from 'zod'

/** A name of a command, parameter, label or runner: what its owner writes into the allow-list. */
export const RUN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const name = z.string().regex(RUN_NAME, 'must consist of letters, digits, ".", "_" and "-", 100 at most')

/** Maximum characters of the value of a parameter. */
export const MAX_VALUE_LENGTH = 200

/** Values of parameters by name. A server sends nothing else to a runner than the name of a command and these. */
export const RunParameters = z
  .record(name, z.string().max(MAX_VALUE_LENGTH))
  .refine((values) => Object.keys(values).length <= 50, 'has more than 50 parameters')
export type RunParameters = z.infer<typeof RunParameters>

export const RunLabels = z.array(name).max(30)

/** A command that the owner of a runner allowed, as the runner describes it to the server. */
export const RunnerCommand = z.strictObject({
  name,
  description: z.string().max(300).default(''),
  confirms: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('products whose findings the server may confirm by it before channels are notified'),
  parameters: z
    .array(
      z.strictObject({
        name,
        /** The regular expression or the list of values, for people. The runner checks values, not the server. */
        pattern: z.string().max(500),
        default: z.string().max(MAX_VALUE_LENGTH).nullable().default(null),
      }),
    )
    .max(50)
    .default([]),
})
export type RunnerCommand = z.infer<typeof RunnerCommand>

/** Maximum length of the commands of a runner as JSON. Pages read those of all runners of a project. */
export const MAX_COMMANDS_LENGTH = 64 * 1024

/** Maximum runners of a project. */
export const MAX_RUNNERS = 100

/** The registration of a runner. */
export const NewRunner = z.strictObject({
  hardware: z.string().min(1).max(200).describe('name of the machine in runs'),
  labels: RunLabels.default([]),
  commands: z
    .array(RunnerCommand)
    .min(1)
    .max(100)
    .refine(
      (commands) => JSON.stringify(commands).length <= MAX_COMMANDS_LENGTH,
      `are longer than ${MAX_COMMANDS_LENGTH / 1024} KB; allow fewer commands, or shorter patterns`,
    ),
  capabilities: z
    .record(z.string().max(50), z.union([z.string().max(200), z.number()]))
    .refine((values) => Object.keys(values).length <= 50, 'has more than 50 entries')
    .default({}),
  version: z.string().max(50).nullable().default(null).describe('version of assay'),
})
export type NewRunner = z.infer<typeof NewRunner>

export const NewRunRequest = z.strictObject({
  command: name,
  parameters: RunParameters.default({}),
  labels: RunLabels.default([]).describe('labels that the runner must have'),
  runner: name.nullable().default(null).describe('the one runner that may execute it; null for any'),
  maxAttempts: z.int().min(1).max(1000).default(10).describe('leases until the request is abandoned'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('a request with a key that was used before is not created again'),
})
export type NewRunRequest = z.infer<typeof NewRunRequest>

export const REQUEST_STATES = ['waiting', 'leased', 'finished', 'abandoned', 'canceled'] as const
export const ATTEMPT_STATES = ['running', 'accepted', 'lost'] as const

/**
 * Outcomes of an attempt. The first three are results, and one of them is accepted; `interrupted` is reported by a runner
 * that was stopped, and the request waits for another attempt.
 */
export const RESULT_OUTCOMES = ['succeeded', 'failed', 'refused'] as const
export const AttemptResult = z.strictObject({
  fencingToken: z.int().min(1),
  outcome: z.enum([...RESULT_OUTCOMES, 'interrupted']),
  exitCode: z.int().min(-2_147_483_648).max(2_147_483_647).nullable().default(null),
  reason: z.string().max(1_000).nullable().default(null),
  runIds: z.array(z.uuid()).max(1_000).default([]),
})
export type AttemptResult = z.infer<typeof AttemptResult>

export const RunAttempt = z.object({
  id: z.uuid(),
  number: z.int(),
  runner: z.string(),
  state: z.enum(ATTEMPT_STATES),
  outcome: z.enum(RESULT_OUTCOMES).nullable(),
  exitCode: z.int().nullable(),
  reason: z.string().nullable(),
  runIds: z.array(z.uuid()),
  leasedAt: z.iso.datetime(),
  heartbeatAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type RunAttempt = z.infer<typeof RunAttempt>

export const RunRequest = z.object({
  id: z.uuid(),
  planId: z.uuid().nullable(),
  position: z.int(),
  command: z.string(),
  parameters: RunParameters,
  labels: z.array(z.string()),
  runner: z.string().nullable(),
  state: z.enum(REQUEST_STATES),
  maxAttempts: z.int(),
  estimateSeconds: z.number().nullable().describe('machine time of earlier attempts with these parameters'),
  requestedBy: z.string(),
  queuedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  attempts: z.array(RunAttempt),
})
export type RunRequest = z.infer<typeof RunRequest>

export const Runner = z.object({
  name: z.string(),
  kind: z.enum(['machine', 'webhook']),
  hardware: z.string(),
  labels: z.array(z.string()),
  commands: z.array(RunnerCommand),
  capabilities: z.record(z.string(), z.union([z.string(), z.number()])),
  version: z.string().nullable(),
  registeredAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  /** True while it asks for work or sends heartbeats. */
  isOnline: z.boolean(),
})
export type Runner = z.infer<typeof Runner>

/** The lease that a runner gets: its attempt, the name of an allowed command, and values. */
export const RunLease = z.object({
  attemptId: z.uuid(),
  requestId: z.uuid(),
  number: z.int(),
  fencingToken: z.int(),
  command: z.string(),
  parameters: RunParameters,
  expiresAt: z.iso.datetime(),
})
export type RunLease = z.infer<typeof RunLease>

/** Seconds from a heartbeat to the expiry of a lease, and between heartbeats. */
export const LEASE_SECONDS = 60
export const HEARTBEAT_SECONDS = 10
