import { PRODUCT, project, releasesOf, resultsOf, versionAt } from '@assay/testing/findings/generated-projects'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMixed } from '../compare/cells/mixed-note.ts'
import { compare } from '../compare/compare.ts'
import { type Comparison, DEFAULT_COMPARISON } from '../compare/comparison.ts'
import type { Cell, Grid } from '../compare/grid.ts'
import type { PointSet } from '../compare/point.ts'
import { deriveTldr } from '../compare/tldr/derive-tldr.ts'
import { rowsOf } from '../compare/tldr/tldr-blocks.ts'
import type { Verdict } from '../compare/verdict/verdict.ts'
import { changeIn, decisionOf, directionOfChange } from '../compare/verdict/verdict-codes.ts'
import type { FindingFacts } from './finding.ts'
import { findingComparison } from './finding-comparison.ts'
import { gateOf } from './gate/gate.ts'
import { gateQuestion, pageComparison } from './gate/gate-comparison.ts'
import { matchSides } from './gate/match-sides.ts'
import { groupChanges } from './group-changes.ts'
import { judgeVersions } from './judge-versions.ts'
import type { JudgedChange } from './pair-verdicts.ts'
import { buildLines } from './series/build-lines.ts'
import { judgeLine } from './series/judge-line.ts'
import { DEFAULT_RULE } from './series/rule.ts'
import { withReleases } from './series/with-releases.ts'

// Checks that the gate, the comparison, its tl;dr, the findings and the series agree on the same data. A project is one
// machine and workload with several releases; results of a release may differ in config, compiler, flags, clients and a
// parameter. ASSAY_PROPERTY_PROJECTS=5000 generates more projects.
const PROJECTS = Number(process.env.ASSAY_PROPERTY_PROJECTS ?? 300)

const DEFAULT_GATE_SHARE = 0.05

/** A pair of results with its verdict. */
type Answer = { ratio: number; verdict: string }

/** Verdicts of the cells of a version, by value and base value. */
function answersOf(grid: Grid): Map<string, Answer> {
  const cells = grid.tables.flatMap((table) => rowsOf(table).flatMap((row) => row.cells))
  return new Map(
    cells.flatMap((cell) => {
      if (cell.isBase || cell.ratio === null || cell.verdict === null) return []
      return [[keyOf(cell), { ratio: cell.ratio, verdict: decisionOf(cell.verdict) }] as const]
    }),
  )
}

// Each value has distinct noise, so that a value and its base value identify the results.
const keyOf = ({ value, baseValue }: { value: number | null; baseValue: number | null }) => `${value} / ${baseValue}`

function expectSame(found: ReadonlyMap<string, Answer>, known: ReadonlyMap<string, Answer>, about: string): void {
  expect(Object.fromEntries(found), about).toEqual(Object.fromEntries(known))
}

/** The gate of two versions, and the verdicts on the page that it links. */
function gateAnswers(set: PointSet, from: string, to: string) {
  const of = (version: string) => set.points.filter(({ coordinates }) => coordinates.version === version)
  const sides = { base: of(from), candidate: of(to) }
  const matched = matchSides(sides)
  const question = gateQuestion(matched.sideBySide, DEFAULT_GATE_SHARE)
  const grid = compare({ ...set, points: question.points }, question.comparison)
  const page = pageComparison(question, matched)
  return { matched, grid, page, gate: gateOf(grid, { points: question.points }) }
}

const changesIn = (grid: Grid): Cell[] =>
  grid.tables.flatMap((table) => rowsOf(table).flatMap(({ cells }) => cells.filter(isNamedChange)))
const isNamedChange = ({ verdict }: Cell) => verdict !== null && directionOfChange(decisionOf(verdict)) !== null

/** Cells that sentences of a tl;dr mention. */
function namedCells(grid: Grid, comparison: Comparison): (Cell | undefined)[] {
  return deriveTldr(grid, comparison).sentences.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (typeof part === 'string' || part.cell === null) return []
      const { table, row, column } = part.cell
      const found = grid.tables[table]
      return found === undefined ? [] : [rowsOf(found)[row]?.cells[column]]
    }),
  )
}

test('the gate, its page, the tl;dr and the findings have one verdict for each pair of results', () => {
  const seen = { regression: 0, improvement: 0, inconclusive: 0, 'no change': 0, finding: 0 }
  fc.assert(
    fc.property(project, (drawn) => {
      const set = resultsOf(drawn)
      const judged = judgeVersions(set, PRODUCT)
      const pairs = Map.groupBy(judged, ({ from, to }) => JSON.stringify([from, to]))
      const findings = groupChanges(judged)
      for (const at of releasesOf(drawn).keys()) {
        if (at === 0) continue
        const [from, to] = [versionAt(at - 1), versionAt(at)]
        const { matched, grid, page, gate } = gateAnswers(set, from, to)
        const answers = answersOf(grid)
        const about = `${from} to ${to}: ${matched.notes.join(' ')}`

        // No cell mixes results of different servers or tests.
        const footnotes = grid.tables.flatMap((table) =>
          rowsOf(table).flatMap(({ cells }) => cells.flatMap((cell) => cell.footnotes)),
        )
        expect(
          footnotes.filter(({ code }) => isMixed(code)),
          about,
        ).toEqual([])

        // Each matched result of the candidate has a ratio, and no other has one.
        const withRatio = grid.tables.flatMap((table) =>
          rowsOf(table).flatMap(({ cells }) => cells.filter(({ isBase, ratio }) => !isBase && ratio !== null)),
        )
        const runs = new Set(matched.candidate.map(({ runId }) => runId))
        for (const id of withRatio.flatMap(({ runIds }) => runIds)) expect(runs, about).toContain(id)

        // The gate and the comparison agree on each verdict, and so does the page that the gate links.
        for (const row of gate.rows) {
          const answer = answers.get(keyOf(row))
          const decided = row.said === 'looks worse' ? 'inconclusive' : changeIn(row.said)
          expect(decided, about).toBe(answer?.verdict ?? 'inconclusive')
        }
        if (matched.base.length > 0) {
          expect(page).not.toBeNull()
          if (page === null) continue
          const pageGrid = compare(set, page)
          expectSame(answersOf(pageGrid), answers, `page of the gate, ${about}`)
          for (const cell of namedCells(pageGrid, page)) {
            if (cell !== undefined && !cell.isBase) expect(isNamedChange(cell), about).toBe(true)
          }
        }

        // Findings report a subset of these pairs: those with equal configs.
        for (const { change, verdict } of pairs.get(JSON.stringify([from, to])) ?? []) {
          expect({ ratio: change.ratio, verdict }, about).toEqual(answers.get(keyOf(change)))
          count(seen, verdict)
        }
      }
      for (const finding of findings) expectOnItsPage(set, finding, judged, seen)
    }),
    { numRuns: PROJECTS, seed: 12 },
  )
  for (const [name, found] of Object.entries(seen)) expect(found, name).toBeGreaterThan(PROJECTS / 20)
})

type Seen = Record<Verdict | 'finding', number>

const count = (seen: Seen, verdict: JudgedChange['verdict']) => {
  seen[verdict] += 1
}

/** Checks that the comparison of a finding shows each of its changes with a conclusive verdict. */
function expectOnItsPage(set: PointSet, finding: FindingFacts, judged: readonly JudgedChange[], seen: Seen): void {
  const grid = compare(set, findingComparison(finding, finding.changes))
  const answers = answersOf(grid)
  for (const change of finding.changes) {
    seen.finding += 1
    expect(answers.get(keyOf(change))).toEqual({ ratio: change.ratio, verdict: changeIn(finding.direction) })
  }
  // A page of two versions also shows drift that is too small for a finding.
  const isRelease = judged.some(
    ({ from, to, kind }) => from === finding.from && to === finding.to && kind === 'release',
  )
  if (isRelease && judged.every(({ change }) => change.axes === undefined)) {
    expect(changesIn(grid).length).toBe(
      judged.filter(
        ({ from, to, verdict }) =>
          from === finding.from && to === finding.to && (verdict === 'regression' || verdict === 'improvement'),
      ).length,
    )
  }
}

test('findings and series list the same releases', () => {
  const seen = { listed: 0 }
  fc.assert(
    fc.property(project, (drawn) => {
      const set = resultsOf(drawn)
      const judged = judgeVersions(set, PRODUCT)
      const findings = groupChanges(judged)
      const query = {
        filters: {},
        metric: 'primary',
        order: 'version' as const,
        color: null,
        method: null,
        from: null,
        to: null,
        run: null,
      }
      const lines = buildLines(set, new Map(), query).lines.map((line) =>
        withReleases(judgeLine(line, DEFAULT_RULE, 'higher'), findings),
      )
      for (const line of lines) {
        const versionsOf = new Map(line.positions.map(({ place, version }) => [place, version]))
        const counted = line.positions.filter(({ counts }) => counts)
        for (const { by, place, after, ratio, direction } of line.changes) {
          if (by !== 'release') continue
          seen.listed += 1
          const reported = findings.filter(
            (one) =>
              one.from === versionsOf.get(after) && one.to === versionsOf.get(place) && one.direction === direction,
          )
          const [own] = reported.flatMap(({ changes }) =>
            changes.filter(
              (change) => change.test === line.test && change.clients === line.clients && change.ratio === ratio,
            ),
          )
          const position = counted.find((one) => one.place === place)
          expect(own?.value, `${line.name} at ${versionsOf.get(place)}`).toBe(position?.value)
        }
      }
      // Checks that the series lists each change between neighboring releases on its line.
      for (const { from, to, direction, changes } of findings) {
        for (const change of changes) {
          const own = lines.filter(
            ({ test, clients, positions }) =>
              test === change.test &&
              clients === change.clients &&
              positions.some(({ value, version, counts }, at) => {
                const before = positions.slice(0, at).findLast((one) => one.counts)
                return counts && value === change.value && version === to && before?.version === from
              }),
          )
          for (const line of own) {
            const listed = line.changes.map(({ place, direction: verdict }) => {
              return `${line.positions.find((one) => one.place === place)?.version} ${verdict}`
            })
            expect(listed).toContain(`${to} ${direction}`)
          }
        }
      }
    }),
    { numRuns: PROJECTS, seed: 13 },
  )
  expect(seen.listed).toBeGreaterThan(PROJECTS / 10)
})

test('an inconclusive change is reported nowhere', () => {
  fc.assert(
    fc.property(project, (drawn) => {
      // Single results with unknown noise have only inconclusive verdicts.
      const set = resultsOf({ ...drawn, repeats: 1, isNoiseKnown: false })
      const judged = judgeVersions(set, PRODUCT)
      expect(judged.filter(({ verdict }) => verdict === 'regression' || verdict === 'improvement')).toEqual([])
      expect(groupChanges(judged)).toEqual([])
      const comparison: Comparison = { ...DEFAULT_COMPARISON, columns: ['version', 'config', 'compiler', 'flags'] }
      const grid = compare(set, comparison)
      expect(changesIn(grid)).toEqual([])
      expect(grid.counts).toMatchObject({ worse: 0, better: 0 })
      expect(namedCells(grid, comparison)).toEqual([])
      const { gate } = gateAnswers(set, versionAt(0), versionAt(1))
      expect(gate.rows.filter(({ said }) => said !== 'looks worse')).toEqual([])
    }),
    { numRuns: Math.ceil(PROJECTS / 3), seed: 14 },
  )
})
