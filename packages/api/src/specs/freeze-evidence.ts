import type { SpecRevision, StoredFigure } from '@assay/db/types'
import type { Grid } from '@assay/domain/compare/grid'
import { boundLinksOf } from '@assay/domain/publish/markdown/render-spec'
import { err, ok, type Result } from '@assay/domain/result'
import { checkNumbers, type Evidence, type EvidenceFigure } from '@assay/domain/specs/evidence/evidence'
import { evidenceGrid } from '@assay/domain/specs/evidence/evidence-grid'
import { figureWords } from '@assay/domain/specs/evidence/figure-words'
import { figuresInText, reuseFrozenFigures, type TextFigure } from '@assay/domain/specs/evidence/text-figures'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { freezeFigure } from '../reports/freeze-figure.ts'
import { parseFrozenFigure } from '../reports/read-frozen-figures.ts'
import { resolveFigure } from '../reports/resolve-figures.ts'
import type { Services } from '../services.ts'
import { createCurrentComparison, freezeSpecFigure } from './freeze-spec-figure.ts'

/** The frozen figures of a revision, in the order of its text. */
export type FrozenEvidence = { figures: (StoredFigure | string | null)[]; evidence: string[] }

type Text = Pick<SpecRevision, 'text' | 'blocks'>

/**
 * Freezes the figures of a text. A comparison that the previous revision has keeps its frozen figure, unless the author
 * asks to freeze it again. A figure that cannot be resolved is not frozen; the text is stored nevertheless.
 */
export async function freezeEvidence(
  services: Services,
  access: ProjectAccess,
  { text, blocks }: Text,
  { before = null, anew = [], now }: { before?: SpecRevision | null; anew?: readonly number[]; now: Date },
): Promise<FrozenEvidence> {
  const textFigures = figuresInText(text, blocks)
  const reused = reuseFrozenFigures(textFigures, before === null ? [] : frozenOf(before))
  const old = await access.queries.specs.figures({ snapshotIds: reused })
  const figures: FrozenEvidence['figures'] = []
  const evidence: string[] = []
  // Figures are frozen sequentially, because each may read thousands of results.
  for (const [at, figure] of textFigures.entries()) {
    const id = reused[at] ?? null
    // If the comparison has no results any more, the earlier frozen figure is kept.
    const fresh = id === null || anew.includes(figure.number) ? await freezeOne(services, access, figure, now) : null
    const content = fresh?.ok === true ? fresh.value : (old[at] ?? null)
    figures.push(fresh?.ok === true ? fresh.value : id)
    const frozen = content === null ? null : parseFrozenFigure(content)
    evidence.push(frozen === null ? '' : figureWords(figure.figure, frozen))
  }
  return { figures, evidence }
}

const frozenOf = (revision: SpecRevision) =>
  figuresInText(revision.text, revision.blocks).map(({ figure }, at) => ({
    figure,
    id: revision.snapshotIds[at] ?? null,
  }))

/**
 * Freezes a figure with the charts of its study, whether or not they are shown, because later revisions may show them.
 */
async function freezeOne(
  services: Services,
  access: ProjectAccess,
  { figure, problems }: TextFigure,
  now: Date,
): Promise<Result<StoredFigure, string>> {
  if (figure === null) return err(problems[0] === undefined ? 'it could not be read' : atLine(problems[0]))
  const whole = await freezeSpecFigure(services, access, figure, now)
  if (whole !== null) return whole
  const resolved = await resolveFigure(access, figure)
  if (!resolved.ok) return resolved
  const frozenFigure = await freezeFigure(services, access, { ...resolved.value, show: ['chart'], rows: [] }, now)
  const frozen = parseFrozenFigure(frozenFigure)
  return frozen === null || isEmpty(evidenceGrid(frozen)) ? err(NO_RESULTS) : ok(frozenFigure)
}

const NO_RESULTS = 'no stored result matches it'
const atLine = ({ line, message }: { line: number; message: string }) => `line ${line}: ${message}`

const isEmpty = ({ tables }: Grid) =>
  tables.every(({ groups }) =>
    groups.every(({ rows }) => rows.every(({ cells }) => cells.every(({ value }) => value === null))),
  )

/**
 * Reads the evidence of a revision: frozen figures, the comparison with current results, and the numbers bound to them.
 */
export async function readEvidence(
  services: Services,
  access: ProjectAccess,
  revision: Pick<SpecRevision, 'text' | 'blocks' | 'snapshotIds'>,
): Promise<Evidence> {
  const textFigures = figuresInText(revision.text, revision.blocks)
  const stored = await access.queries.specs.figures(revision)
  const known = textFigures.map((figure, at) => ({
    ...figure,
    isReused: (revision.snapshotIds[at] ?? null) !== null,
    storedFigure: stored[at] ?? null,
  }))
  return evidenceOf(services, access, known, revision.text)
}

/** Reads the evidence of a preview: new figures have current results. */
export async function previewEvidence(
  services: Services,
  access: ProjectAccess,
  { text, blocks }: Text,
  given: { before: SpecRevision | null; anew: readonly number[]; now: Date },
): Promise<Evidence> {
  const { figures } = await freezeEvidence(services, access, { text, blocks }, given)
  const ids = figures.map((figure) => (typeof figure === 'string' ? figure : null))
  const stored = await access.queries.specs.figures({ snapshotIds: ids })
  const known = figuresInText(text, blocks).map((figure, at) => {
    const entry = figures[at] ?? null
    return {
      ...figure,
      isReused: typeof entry === 'string',
      storedFigure: typeof entry === 'string' ? (stored[at] ?? null) : entry,
    }
  })
  const evidence = await evidenceOf(services, access, known, text)
  // New figures are not frozen yet and cannot differ from current results; a preview lists no runs.
  const shown = evidence.figures.map((one, at) => ({
    ...one,
    reproduction: known[at]?.isReused === true ? one.reproduction : null,
    frozen: one.frozen === null ? null : { ...one.frozen, figure: { ...one.frozen.figure, runs: [] } },
  }))
  return { ...evidence, figures: shown }
}

type Known = TextFigure & { isReused: boolean; storedFigure: StoredFigure | null }

async function evidenceOf(
  services: Services,
  access: ProjectAccess,
  known: readonly Known[],
  text: string,
): Promise<Evidence> {
  const links = boundLinksOf(text)
  if (known.length === 0 && links.length === 0) return { figures: [], numbers: [] }
  const today = new Map<number, Grid | null>()
  const ask = createCurrentComparison(services, access)
  const figures = await Promise.all(
    known.map(async ({ isReused, storedFigure, ...figure }): Promise<EvidenceFigure> => {
      const frozen = storedFigure === null ? null : parseFrozenFigure(storedFigure)
      if (storedFigure === null || frozen === null) {
        return {
          ...figure,
          frozen: null,
          problem: await problemOf(services, access, figure, isReused),
          reproduction: null,
        }
      }
      const { grid, reproduction } = await ask(frozen)
      today.set(figure.number, grid)
      return { ...figure, frozen: { figure: frozen, sha256: storedFigure.sha256 }, problem: null, reproduction }
    }),
  )
  return { figures, numbers: checkNumbers(links, figures, (number) => today.get(number) ?? null) }
}

/** Returns the reason why a figure cannot be shown. */
async function problemOf(
  services: Services,
  access: ProjectAccess,
  figure: TextFigure,
  isReused: boolean,
): Promise<string> {
  if (isReused) return 'the frozen content differs from its stored hash'
  const fresh = await freezeOne(services, access, figure, services.now())
  return fresh.ok ? 'there was nothing to freeze when this revision was stored; store the text again' : fresh.error
}
