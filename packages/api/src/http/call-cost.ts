/** Work of one look-up, in which the costs below are stated. */
const LOOK_UP = 1
/** A call of this cost or more waits for its turn in the queue of its caller (`heavy-work.ts`). */
export const HEAVY_COST = 5
/** Total cost of the procedures in one tRPC request. */
export const MAX_BATCH_COST = 100

/** Costs of tRPC procedures and REST operations that exceed one look-up; they are counted in the budget `api`. */
const COSTS: ReadonlyMap<string, number> = new Map([
  // These read the values of many runs and compare them.
  ['comparisons.grid', 10],
  ['comparisons.export', 10],
  ['comparisons.explain', 10],
  ['comparisons.explainAll', 20],
  ['compare', 10],
  ['explain', 10],
  ['exportSavedComparison', 10],
  // Reads and writes up to 50,000 values with all names.
  ['listValues', 10],
  ['gates.run', 20],
  ['postGate', 20],
  ['versions.get', 20],
  // These read the whole run index, or the whole history of a series.
  ['comparisons.builder', 3],
  ['comparisons.pairs', 3],
  ['comparisons.pair', 3],
  ['comparisons.study', 3],
  ['comparisons.studyPickers', 3],
  ['runs.observed', 3],
  // These read the attached runs of an experiment, of which there are at most 5,000.
  ['experiments.get', 4],
  ['getExperiment', 4],
  ['attachCandidateRun', 4],
  ['getCandidateDecision', 4],
  ['series.read', 5],
  ['series.matrix', 5],
  ['readSeries', 5],
  ['rules.try', 10],
  ['trySeriesRule', 10],
  ['noise.ofHardware', 5],
  ['profiles.list', 3],
  ['profiles.plans', 3],
  ['profiles.tree', 10],
  ['profiles.groups', 10],
  ['runs.diff', 3],
  ['runs.references', 5],
  ['search.find', 3],
  ['specs.search', 3],
  // These read a whole audit log, and compute the hash of every entry.
  ['audit.verify', 10],
  ['organizations.verifyAudit', 10],
  // These compute the hashes of all revisions and files of a spec.
  ['specs.verify', 10],
  ['verifySpec', 10],
  // These freeze comparisons, or draw every figure of a document.
  ['reports.sections', 10],
  ['reports.studyCharts', 10],
  ['reports.figures', 10],
  ['reports.chart', 5],
  ['reports.suggestTldr', 10],
  ['reports.publish', 20],
  ['exportReport', 20],
  ['shares.preview', 10],
  ['shares.create', 20],
  ['makeShare', 20],
  ['specs.create', 10],
  ['specs.revise', 10],
  ['specs.preview', 10],
  ['specs.import', 10],
  ['specs.importRevision', 10],
  ['specs.export', 20],
  ['createSpec', 10],
  ['reviseSpec', 10],
  ['importSpec', 10],
  ['importSpecRevision', 10],
  ['exportSpec', 20],
])

/** Cost of a call of a tRPC procedure or REST operation, in look-ups. */
export const callCost = (name: string): number => COSTS.get(name) ?? LOOK_UP

/** Names with an explicit cost; a test compares them with the existing procedures and operations. */
export const namesWithCost = (): string[] => [...COSTS.keys()]

/** A body costs one look-up more for each further block of this size. */
const BODY_CHUNK_BYTES = 64 * 1024

/** Cost of reading and parsing a body, by its unpacked size; it is added to the cost of the call. */
export const bodyCost = (bytes: number): number => Math.floor(bytes / BODY_CHUNK_BYTES)
