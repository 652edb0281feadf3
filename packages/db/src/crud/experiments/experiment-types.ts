import type {
  Candidate,
  CandidateRun,
  Experiment,
  NewCandidate,
  NewExperiment,
} from '@assay/domain/experiments/experiment'

/** An experiment in a list. */
export type ExperimentSummary = Experiment & { candidates: number; runs: number; machineSeconds: number }

/** An experiment with everything that was recorded for it, in the order of numbers and positions. */
export type ExperimentRecord = { experiment: Experiment; candidates: Candidate[]; runs: CandidateRun[] }

/** A run to attach, with the record that was verified. */
export type NewCandidateRun = Omit<CandidateRun, 'position'> & { record: unknown }

/** The refusal of a candidate or of a run. */
export type ExperimentRefusal =
  | 'no-experiment'
  | 'no-candidate'
  | 'no-parent'
  | 'ended'
  | 'budget-used'
  | 'attached-elsewhere'
  | 'limit'
  | 'too-long'

export type RunnerKey = {
  id: string
  name: string
  /** Ed25519, SPKI in base64. */
  publicKey: string
  createdBy: string
  createdAt: string
  revokedAt: string | null
}

export type ExperimentQueries = {
  /** Newest first. */
  list(): Promise<ExperimentSummary[]>
  find(slug: string): Promise<ExperimentRecord | null>
  /** Creates the experiment with its base as candidate 0; null if the slug is taken. */
  create(experiment: NewExperiment): Promise<Experiment | null>
  /** Ends it; the end of one that has ended does not change. */
  end(slug: string): Promise<Experiment | null>
  /** Adds a candidate and returns its number. */
  propose(slug: string, candidate: NewCandidate): Promise<{ number: number } | { refused: ExperimentRefusal }>
  /** Attaches a run; attaching it again to the same candidate changes nothing. */
  attach(slug: string, run: NewCandidateRun): Promise<{ position: number } | { refused: ExperimentRefusal }>
  keys: {
    /** Oldest first. */
    list(): Promise<RunnerKey[]>
    /** Registers a key; one that is registered is returned as it is. */
    add(key: { name: string; publicKey: string }): Promise<RunnerKey>
    revoke(id: string): Promise<boolean>
  }
}
