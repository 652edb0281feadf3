import { plural } from '@assay/domain/plural'
import { conflictingDocuments } from '@assay/domain/run/conflicting-documents'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import pLimit from 'p-limit'
import type { CommandIo } from '../command-io.ts'
import { describeRun } from '../describe-run.ts'
import type { Environment } from '../environment.ts'
import type { Run } from '../inputs/import-inputs.ts'
import { findToken } from '../server/find-token.ts'
import type { Destination } from '../spool/spool-entry.ts'
import { checkRun } from '../upload/send-entry.ts'
import { type ErrorLocation, RESULT_CONFLICT } from '../upload/upload-outcome.ts'

type RefusedRun = { run: string; code: string | null; reason: string; locations: readonly ErrorLocation[] }

const CONCURRENCY = 4
const MAX_LISTED = 20

/**
 * Returns runs that contradict another run of the same push, otherwise runs that the server would refuse. When the
 * server cannot be reached, none is refused, because the runs then wait in the spool.
 */
export async function findRefusedRuns(
  runs: readonly Run[],
  {
    environment,
    destination,
    onConflict,
    signal,
  }: { environment: Environment; destination: Destination; onConflict: OnConflict; signal: AbortSignal },
  io: CommandIo,
): Promise<RefusedRun[]> {
  const within = onConflict === 'stop' ? conflictsWithin(runs) : []
  if (within.length > 0) return within
  const token = await findToken(environment)
  if (token === null) return []
  const connection = { serverUrl: environment.serverUrl, token, fetch: io.fetch }
  const limit = pLimit(CONCURRENCY)
  const { project } = destination
  let isReached = true
  const check = async ({ document }: Run): Promise<RefusedRun[]> => {
    if (!isReached) return []
    const answer = await checkRun({ connection, clock: io.clock }, { project, document, onConflict }, signal)
    if (answer === 'no-answer') isReached = false
    return typeof answer === 'string' ? [] : [{ run: describeRun(document), ...answer }]
  }
  const checked = await Promise.all(runs.map((run) => limit(() => check(run))))
  return checked.flat()
}

function conflictsWithin(runs: readonly Run[]): RefusedRun[] {
  const conflicts = conflictingDocuments(runs.map(({ document }) => document))
  return conflicts.flatMap(({ first, second, test, clients, metric, values }) => {
    const [one, other] = [runs[first], runs[second]]
    if (one === undefined || other === undefined) return []
    const reason = `${metric} of ${test} at ${clients} clients is ${values[1]} in ${fileOf(other)}, but ${values[0]} in ${fileOf(one)}.`
    return [{ run: describeRun(other.document), code: RESULT_CONFLICT, reason, locations: [] }]
  })
}

const fileOf = ({ inputs, document }: Run): string => inputs[0]?.shown ?? document.source?.name ?? 'another document'

export function formatRefusedRuns(refused: readonly RefusedRun[]): string {
  const lines = refused.slice(0, MAX_LISTED).map(({ run, reason }) => `  ${run}\n    ${reason}\n`)
  const more = refused.length - lines.length
  const next = refused.some(({ code }) => code === RESULT_CONFLICT)
    ? 'Push again with --on-conflict repeat to store them as further repeats, or with --on-conflict replace to show them instead of the stored values.\n'
    : ''
  return [
    `${plural(refused.length, 'run')} refused; nothing of this push was sent:\n`,
    ...lines,
    more > 0 ? `  and ${plural(more, 'more run')}\n` : '',
    next,
  ].join('')
}
