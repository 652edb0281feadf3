import type { ChartModel, ChartPoint } from '../publish/chart/chart-model.ts'
import type { CandidateEvaluation, Evaluation } from './evaluation.ts'
import { ratioWords } from './score-words.ts'

/** Smaller budgets are in minutes. */
const MIN_HOURS_BUDGET = 2
const ONE_DECIMAL = { maximumFractionDigits: 1 }

/** The best so far over the machine time, with the intervals of its scores; null before a candidate was confirmed. */
export function bestSoFarChart({ best, budget }: Pick<Evaluation, 'best' | 'budget'>): ChartModel | null {
  const last = best.at(-1)
  if (last === undefined) return null
  const unit = budget.hours < MIN_HOURS_BUDGET ? 'min' : 'h'
  const timeOf = (hours: number) => readable(unit === 'min' ? hours * 60 : hours)
  const points: ChartPoint[] = [
    { x: 0, y: 1, note: 'base' },
    ...best.map(({ machineHours, ratio, low, high, candidate }) => {
      return {
        x: timeOf(machineHours),
        y: ratio,
        low,
        high,
        note: `candidate ${candidate}`,
        href: `#candidate-${candidate}`,
      }
    }),
  ]
  if (budget.used > last.machineHours) points.push({ x: timeOf(budget.used), y: last.ratio })
  return {
    id: 'best-so-far',
    title: `Best so far: candidate ${last.candidate}, score ${ratioWords(last)}`,
    summary: `It was found after ${timeOf(last.machineHours).toLocaleString('en', ONE_DECIMAL)} of ${timeOf(budget.hours).toLocaleString('en', ONE_DECIMAL)} ${unit} of machine time.`,
    draw: 'line',
    x: { kind: 'number', label: 'machine time', unit },
    y: { label: 'score', unit: '', better: 'higher', format: 'ratio', start: 'near' },
    series: [{ name: 'best so far', color: 1, points }],
    marks: [{ axis: 'y', at: 1, label: 'base' }],
  }
}

/** The score of every candidate with its interval; null before any has a score. */
export function scoresChart(candidates: readonly CandidateEvaluation[]): ChartModel | null {
  const scored = candidates.flatMap(({ score, ...candidate }) => (score === null ? [] : [{ ...candidate, score }]))
  if (scored.length === 0) return null
  const groups = [
    { name: 'kept', color: 1, has: ({ stage }: CandidateEvaluation) => stage === 'kept' },
    { name: 'rejected', color: 2, has: ({ stage }: CandidateEvaluation) => stage === 'rejected' },
    { name: 'undecided', color: 3, has: ({ stage }: CandidateEvaluation) => stage !== 'kept' && stage !== 'rejected' },
  ]
  return {
    id: 'scores',
    title: `Scores: ${scored.filter(({ stage }) => stage === 'kept').length} of ${candidates.length} candidates kept`,
    summary: `${scored.length} of ${candidates.length} candidates have a score. Bars are 95% intervals, which are valid after every run.`,
    draw: 'scatter',
    x: { kind: 'ordered', label: 'candidate', places: scored.map(({ number }) => ({ name: String(number) })) },
    y: { label: 'score', unit: '', better: 'higher', format: 'ratio', start: 'near' },
    series: groups.flatMap(({ name, color, has }) => {
      const points = scored.flatMap((candidate, x): ChartPoint[] => {
        const { ratio, low, high } = candidate.score
        const { number, description } = candidate
        return has(candidate) ? [{ x, y: ratio, low, high, detail: description, href: `#candidate-${number}` }] : []
      })
      return points.length === 0 ? [] : [{ name, color, points }]
    }),
    marks: [{ axis: 'y', at: 1, label: 'base' }],
  }
}

/** Score against one metric of the Pareto front; null while fewer than two candidates have both. */
export function paretoChart(
  candidates: readonly CandidateEvaluation[],
  metric: string,
  better: 'higher' | 'lower' | 'neither',
): ChartModel | null {
  const measured = candidates.flatMap((candidate) => {
    const value = candidate.paretoMetrics.find((one) => one.metric === metric)?.value ?? null
    return candidate.score === null || value === null
      ? []
      : [{ candidate, point: pointOf(candidate, value.ratio, candidate.score) }]
  })
  if (measured.length < 2) return null
  const series = [true, false].flatMap((isOnFront) => {
    const points = measured
      .filter(({ candidate }) => candidate.isOnParetoFront === isOnFront)
      .map(({ point }) => point)
      .sort((a, b) => a.x - b.x)
    return points.length === 0
      ? []
      : [{ name: isOnFront ? 'Pareto front' : 'others', color: isOnFront ? 1 : 3, points }]
  })
  const front = measured.filter(({ candidate }) => candidate.isOnParetoFront).length
  return {
    id: `pareto-${metric.replace(/[^a-z0-9]+/gi, '-')}`,
    title: `Score and ${metric}: ${front} of ${measured.length} candidates on the Pareto front`,
    summary: `No other candidate is better than those on the front in one metric and as good in all. ${better === 'lower' ? 'Less' : 'More'} ${metric} is better.`,
    draw: 'scatter',
    x: { kind: 'number', label: `${metric}, ratio to the base`, unit: '' },
    y: { label: 'score', unit: '', better: 'higher', format: 'ratio', start: 'near' },
    series,
    marks: [{ axis: 'y', at: 1, label: 'base' }],
  }
}

const pointOf = (
  { number, description }: CandidateEvaluation,
  x: number,
  { ratio, low, high }: { ratio: number; low: number; high: number },
): ChartPoint => {
  const detail = `candidate ${number}: ${description}`
  return { x: readable(x), y: ratio, low, high, detail, href: `#candidate-${number}` }
}

/** Tooltips and the table of a chart show x values with all digits that they have. */
const readable = (value: number): number => Number(value.toPrecision(4))
