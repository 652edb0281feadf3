import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { colorsOf } from '../../../publish/chart/chart-model.ts'
import type { IoSubject } from './io-efficiency.ts'
import { type LatencyModel, type WhatIf, whatIf } from './io-latency-model.ts'

/** A test with its latency model, for the chart and the what-if table. */
export type ModeledTest = { name: string; model: LatencyModel }

/** Bars that fit on the first screen. */
const MAX_ROWS = 16

/** Measured IO efficiency of each test, lowest first; null without a measurement. */
export function efficiencyOfTests(subjects: readonly IoSubject[]): ChartModel | null {
  const measured = subjects
    .flatMap(({ label, tests }) =>
      tests.map(({ test, of, efficiency }) => ({
        name: [test, of, subjects.length > 1 ? label : ''].filter((part) => part !== '').join(', '),
        efficiency,
      })),
    )
    .toSorted((a, b) => a.efficiency - b.efficiency)
  const [lowest, highest] = [measured[0], measured.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  const shown = measured.slice(0, MAX_ROWS)
  return {
    id: 'lead',
    title: 'Storage reads per second, relative to fio',
    summary: `From ${lowest.efficiency.toFixed(2)} (${lowest.name}) to ${highest.efficiency.toFixed(2)} (${highest.name}).`,
    draw: 'rows',
    x: { kind: 'ordered', label: 'test', places: shown.map(({ name }) => ({ name })) },
    y: { label: 'IO efficiency', unit: '', better: 'higher', format: 'ratio', room: { low: 0, high: 1 } },
    series: [{ name: 'IO efficiency', color: 1, points: shown.map(({ efficiency }, x) => ({ x, y: efficiency })) }],
    marks: [{ axis: 'y', at: 1, label: 'fio' }],
    ...(measured.length > MAX_ROWS ? { left: `The lowest ${MAX_ROWS} of ${measured.length} are drawn.` } : {}),
  }
}

/** Latencies in microseconds, from memory to a spinning disk. */
const LATENCIES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** IO efficiency by latency of the device: with a slower device, the CPU of the database matters less. */
export function efficiencyByLatency(tests: readonly ModeledTest[], requested: WhatIf): ChartModel {
  const colorOf = colorsOf(tests.map(({ name }) => name))
  const measured = tests[0]?.model.parts.device ?? 0
  const at = requested.deviceUs ?? measured
  const efficiencies = tests.map(({ model }) => whatIf(model, requested).efficiency)
  const [low, high] = [Math.min(...efficiencies), Math.max(...efficiencies)].map((value) => value.toFixed(2))
  return {
    id: 'io-efficiency',
    title: 'IO efficiency by latency of the device, predicted by the model',
    summary: `At ${Math.round(at)} µs it is ${low === high ? low : `${low} to ${high}`}.`,
    draw: 'line',
    x: { kind: 'log', label: 'latency of the device', unit: 'µs' },
    y: { label: 'IO efficiency', unit: '', better: 'higher', format: 'ratio', room: { low: 0, high: 1 } },
    series: tests.map(({ name, model }) => ({
      name,
      color: colorOf(name),
      points: LATENCIES.map((deviceUs) => ({ x: deviceUs, y: whatIf(model, { ...requested, deviceUs }).efficiency })),
    })),
    marks: [
      { axis: 'x', at: measured, label: 'measured' },
      ...(requested.deviceUs === null ? [] : [{ axis: 'x' as const, at: requested.deviceUs, label: 'what if' }]),
    ],
  }
}
