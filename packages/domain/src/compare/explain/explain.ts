import { percentWords } from '../../findings/releases/release-words.ts'
import { type Evidence, isOpposed, movementOf, throughputMovement } from './cell-evidence.ts'
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
  /** Metrics that moved more than the limits and in the direction that explains the change, largest movement first. */
  moved: readonly Moved[]
  /** Metrics that moved the other way, largest movement first. No sentence names them. */
  opposed: readonly Moved[]
  /** Metrics that rules compared and that did not move. */
  unmoved: readonly Moved[]
}

/** Explains a changed cell by the other metrics of its results (docs/why.md). */
export function explain(evidence: Evidence): Explanation {
  const moved = movedSignals(evidence)
  const movement = throughputMovement(evidence)
  const holding = RULES.filter((rule) => rule.texts[movement] !== undefined && rule.holds(evidence))
  const still = Object.values(evidence.signals).filter((signal) => !moved.includes(signal))
  const [opposed, supporting] = [true, false].map((is) => moved.filter(({ name }) => isOpposed(evidence, name) === is))
  const about = {
    rules: holding.map(({ name }) => name),
    moved: (supporting ?? []).map(asMoved),
    opposed: (opposed ?? []).map(asMoved),
    unmoved: still.map(asMoved),
  }
  if (holding.length > 0) {
    return { kind: 'explained', ...about, sentences: holding.map((rule) => sentenceOf(rule, evidence)) }
  }
  const size = sizeWords(evidence)
  if (movement === 'flat')
    return {
      kind: 'unchanged',
      ...about,
      sentences: [`Throughput did not change (${changeWords(evidence.throughput.ratio)}).`],
    }
  if (Object.keys(evidence.signals).length === 0) {
    const sentence = `Unexplained: ${size}, and no CPU, context switches or IO were measured with it; repeat it with vmstat and iostat.`
    return { kind: 'not-measured', ...about, sentences: [sentence] }
  }
  const known = moved.length === 0 ? 'nothing that was measured moved with it' : 'what moved is not a known pattern'
  return { kind: 'unexplained', ...about, sentences: [`Unexplained: ${size}, and ${known}; repeat it.`] }
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

/**
 * "More CPU per operation (new CPU overhead): throughput −19%, CPU per operation +22%, context switches per operation
 * unchanged."
 */
function sentenceOf(rule: Rule, evidence: Evidence): string {
  const text = rule.texts[throughputMovement(evidence)] ?? ''
  const shown = rule.shows.filter((name) => !isOpposed(evidence, name))
  const numbers = [...shown.flatMap((name) => numberWords(evidence, name)), ...(rule.words?.(evidence) ?? [])]
  const clients = rule.name === 'contention' ? clientsWords(evidence) : []
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return `${capital}: ${[sizeWords(evidence), ...numbers].join(', ')}${clients.join('')}.`
}

const sizeWords = ({ throughput: { ratio } }: Evidence): string => `throughput ${changeWords(ratio)}`

function numberWords(evidence: Evidence, name: SignalName): string[] {
  const signal = evidence.signals[name]
  if (signal === undefined) return []
  const { ratio, value } = signal
  const { word } = SIGNALS[name]
  if (movementOf(evidence, name) === 'flat') return [`${word} unchanged`]
  if (ratio !== null && Number.isFinite(ratio)) return [`${word} ${changeWords(ratio)}`]
  return value === 0 ? [] : [`${word} from 0 to ${Number(value.toPrecision(3))}`]
}

/** Ratios that read better as a multiple than as a percentage. */
const MULTIPLE = 10

/** "−63%", "+171%", "48 times". */
const changeWords = (ratio: number): string => (ratio >= MULTIPLE ? `${Math.round(ratio)} times` : percentWords(ratio))

function clientsWords({ fewerClients }: Evidence): string[] {
  if (fewerClients === null) return ['; no other number of clients was measured to confirm it']
  const { clients, ratio } = fewerClients
  return [`; at ${clients} ${clients === 1 ? 'client' : 'clients'} it is ${changeWords(ratio)}`]
}
