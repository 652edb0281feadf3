import { hash } from 'node:crypto'
import { rewriteHistory } from '@assay/db/rewrite-history'
import { cellsOfModel, expectedStates } from './plan-evidence.ts'
import { queryOf } from './plan-shares.ts'
import { expectedBadge, type FigureShape, type ModelGrid, modelGrid } from './share-model.ts'
import type { EvidenceGround, EvidenceSpec, EvidenceTally, FrozenEvidenceFile, Revision } from './simulate-evidence.ts'

/** Checks the newest revision and another one. */
export async function checkRevisions(
  { plan, points, name, revisions }: EvidenceSpec,
  ground: EvidenceGround,
  tally: EvidenceTally,
) {
  const newest = revisions.at(-1)
  const older = revisions[(tally.seen + revisions.length) % revisions.length]
  for (const revision of new Set([newest, older])) {
    if (revision === undefined) continue
    const { number, figures } = revision
    const at = `${plan.machine} ${name} revision ${number}`
    const seen = await ground.see(name, number)
    const states = figures.flatMap(({ numbers, answer, shape }) => {
      const today = modelGrid(points, shape, answer.bases)
      return numbers.map((one) => ({ one, right: expectedStates(one, answer, today) }))
    })
    if (seen.figures.length !== figures.length || seen.numbers.length !== states.length) {
      tally.wrongBadges.push(`${at} shows ${seen.figures.length} figures and ${seen.numbers.length} numbers`)
    }
    for (const [index, { name: figure, shape, answer }] of figures.entries()) {
      const right = expectedBadge(answer, modelGrid(points, shape, answer.bases), shape.show)
      const { badge, problem } = seen.figures[index] ?? { badge: null, problem: 'it is missing' }
      const words = badge ?? `not shown: ${problem}`
      tally.seen += 1
      count(tally.badges, kindOf(words))
      if (!right.includes(words))
        tally.wrongBadges.push(`${at} ${figure}: "${words}" and not "${right.join('" or "')}" for ${queryOf(shape)}`)
    }
    for (const [index, { one, right }] of states.entries()) {
      const state = seen.numbers[index] ?? 'missing'
      tally.numbers += 1
      count(tally.states, state)
      if (!right.includes(state))
        tally.wrongNumbers.push(
          `${at} ${one.text} of ${one.cell} (${one.href}): ${state} and not ${right.join(' or ')}`,
        )
    }
    await compareFile(at, revision, await ground.file(name, number), tally)
  }
}

async function compareFile(at: string, revision: Revision, file: FrozenEvidenceFile, tally: EvidenceTally) {
  for (const [index, { sha256, content }] of file.figures.entries()) {
    const own = content === null ? null : hash('sha256', content, 'hex')
    if (sha256 === null || own !== sha256 || sha256 !== revision.figures[index]?.sha256) {
      tally.wrongHashes.push(`${at} figure ${index + 1}: ${sha256}, of its content ${own}`)
    }
  }
  const { firstFile } = revision
  if (firstFile === null) revision.firstFile = file
  else if (firstFile.text !== file.text || firstFile.drawn !== file.drawn)
    tally.changed.push(`${at}: its text or its figures`)
}

/** Changes one byte of a figure, or removes it. The next page must report exactly this figure. */
export async function tamper({ name, random, revisions }: EvidenceSpec, ground: EvidenceGround, tally: EvidenceTally) {
  const newest = revisions.at(-1)
  if (newest === undefined) return
  const { sha256 } = random.of(newest.figures)
  const before = await ground.see(name, newest.number)
  const { figures } = await ground.file(name, newest.number)
  const content = figures.find((one) => one.sha256 === sha256)?.content ?? ''
  const at = random.below(content.length)
  await rewriteHistory.flipByte(ground.databaseUrl, sha256, at)
  const after = await ground.see(name, newest.number)
  tally.flipped += 1
  for (const [index, figure] of newest.figures.entries()) {
    const { badge = null, problem = null } = after.figures[index] ?? {}
    const isTold =
      figure.sha256 === sha256
        ? badge === null && /differs from its stored hash/.test(problem ?? '')
        : badge === before.figures[index]?.badge
    if (!isTold) tally.untold.push(`${name} figure ${index + 1}, byte ${at}: ${badge ?? problem}`)
  }
  await rewriteHistory.flipByte(ground.databaseUrl, sha256, at)
  const again = await ground.see(name, newest.number)
  if (JSON.stringify(again) !== JSON.stringify(before)) tally.untold.push(`${name}: not as before`)
}

const kindOf = (words: string) =>
  /^frozen [\d.e-]+, today/.test(words) ? 'differs' : words.replace(/\d+ cells?/, 'n cells')
/** True if a frozen grid has exactly the cells of the model. */
export function isSame(grid: Parameters<typeof cellsOfModel>[0], shape: FigureShape, { cells }: ModelGrid): boolean {
  const own = cellsOfModel(grid, shape)
  const near = (a: number | null, b: number | null) =>
    a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * Math.abs(b)
  return (
    own.length === cells.size &&
    own.every(({ name, cell }) => {
      const right = cells.get(name)
      return (
        right !== undefined &&
        near(cell.value, right.value) &&
        (shape.show === 'absolute' || near(cell.ratio, right.ratio))
      )
    })
  )
}

export function count(counts: Record<string, number>, name: string) {
  counts[name] = (counts[name] ?? 0) + 1
}
