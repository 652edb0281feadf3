import type { NewRunEngine, RunEngine } from '@assay/domain/run-engines/run-engine'
import type { RunParameters } from '@assay/domain/run-requests/run-request'

/** The engine of a runner; its address and secrets are encrypted. */
export type SealedEngine = Pick<NewRunEngine, 'engine' | 'ref'> & {
  runner: string
  addressShown: string
  addressSealed: string
  credentialSealed: string | null
  secretSealed: string
}

/** A message to an engine that is due: a request waits that its runner can execute. */
export type DueStart = SealedEngine & {
  requestId: string
  attempt: number
  message: number
  command: string
  parameters: RunParameters
}

export type StartOutcome = { delivered: boolean; status: number | null; reply: string }

export type RunEngineQueries = {
  /** Stores the engine of a runner, or replaces it. */
  save(engine: SealedEngine): Promise<void>
  list(): Promise<RunEngine[]>
  /** False when the runner has no engine. */
  remove(runner: string): Promise<boolean>
  /** Messages that are due, each once for each waiting request. */
  due(): Promise<DueStart[]>
  /** Claims a message, so that one worker sends it. @returns its id; null when another worker has it. */
  claim(start: DueStart): Promise<string | null>
  finish(id: string, outcome: StartOutcome): Promise<void>
}
