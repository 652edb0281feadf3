import { formatRatio } from '../format-cell.ts'
import { type Evidence, movementOf, throughputMovement } from './cell-evidence.ts'
import { RULES, type Rule } from './explanation-rules.ts'
import { SIGNALS, type Signal, type SignalName } from './signals.ts'

/** A metric that moved with the cell. */
export type Moved = { metric: string; word: string; unit: string; value: number; base: number; ratio: number | null }

export type Explanation = {
  /** `unexplained` when no other metric moved, `not-measured` when no metric of the rules was measured. */
  kind: 'explained' | 'unexplained' | 'not-measured' | 'unchanged'
  /** Names of the rules that hold. */
  rules: readonly Rule['name'][]
  /** One sentence for each rule that applies. */
  sentences: readonly string[]
  /** Metrics that moved more than the limits, largest movement first. */
  moved: readonly Moved[]
  /** Metrics that rules compared and that did not move. */
  unmoved: readonly Moved[]
}

/** Explains a changed cell by the other metrics of its results (docs/why.md). */
export function explain(evidence: Evidence): Explanation {
  const moved = movedSignals(evidence)
  const movement = throughputMovement(evidence)
  const holding = RULES.filter((rule) => rule.texts[movement] !== undefined && rule.holds(evidence))
  const still = Object.values(evidence.signals).filter((signal) => !moved.includes(signal))
  const about = { rules: holding.map(({ name }) => name), moved: moved.map(asMoved), unmoved: still.map(asMoved) }
  if (holding.length > 0) {
    return { kind: 'explained', ...about, sentences: holding.map((rule) => sentenceOf(rule, evidence)) }
  }
  const size = sizeWords(evidence)
  if (movement === 'flat') return { kind: 'unchanged', ...about, sentences: [`Throughput did not change: ${size}.`] }
  if (Object.keys(evidence.signals).length === 0) {
    const sentence = `Unexplained: ${size}, and no CPU, context switches or IO were measured with it; repeat it with vmstat and iostat.`
    return { kind: 'not-measured', ...about, sentences: [sentence] }
  }
  const known =
    moved.length === 0 ? 'nothing that was measured moves with it' : 'what moved is not a pattern that is known'
  return { kind: 'unexplained', ...about, sentences: [`Unexplained: ${size} and ${known}; repeat it.`] }
}

function movedSignals(evidence: Evidence): Signal[] {
  const all = Object.values(evidence.signals).filter(({ name }) => movementOf(evidence, name) !== 'flat')
  const size = ({ ratio }: Signal) =>
    ratio === null || ratio <= 0 ? Number.POSITIVE_INFINITY : Math.abs(Math.log(ratio))
  return all.toSorted((a, b) => size(b) - size(a))
}

const asMoved = ({ name, metric, unit, value, base, ratio }: Signal): Moved => ({
  metric,
  word: SIGNALS[name].word,
  unit,
  value,
  base,
  ratio,
})

/** "More CPU per operation (new CPU overhead): qps 0.81 of the base, cpu/o 1.22x, cs/o 1.01x." */
function sentenceOf(rule: Rule, evidence: Evidence): string {
  const text = rule.texts[throughputMovement(evidence)] ?? ''
  const numbers = [...rule.shows.flatMap((name) => numberWords(evidence, name)), ...(rule.words?.(evidence) ?? [])]
  const clients = rule.name === 'contention' ? clientsWords(evidence) : []
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return `${capital}: ${[sizeWords(evidence), ...numbers].join(', ')}${clients.join('')}.`
}

const sizeWords = ({ throughput: { metric, ratio } }: Evidence): string =>
  `${metric} is ${formatRatio(ratio)} of the base`

function numberWords({ signals }: Evidence, name: SignalName): string[] {
  const signal = signals[name]
  if (signal === undefined) return []
  const { metric, ratio, value, base } = signal
  if (Math.abs(value - base) <= SIGNALS[name].minDifference) return [`${metric} flat`]
  if (ratio !== null && Number.isFinite(ratio)) return [`${metric} ${formatRatio(ratio)}x`]
  return value === 0 ? [] : [`${metric} from 0 to ${Number(value.toPrecision(3))}`]
}

function clientsWords({ fewerClients }: Evidence): string[] {
  if (fewerClients === null) return ['; no other number of clients was measured to confirm it']
  const { clients, ratio } = fewerClients
  return [`; at ${clients} ${clients === 1 ? 'client' : 'clients'} it is ${formatRatio(ratio)}`]
}
