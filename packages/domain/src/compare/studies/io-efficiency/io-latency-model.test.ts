import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AS_MEASURED, cut, modelOf, whatIf } from './io-latency-model.ts'

const one = { cpuIncrease: 8.33, fioCpu: 10.916, fioLatency: 101.61, clients: 1 }

test('the model reproduces the published predictions, and ours without their rounding', () => {
  const increases = [19.246 - 10.916, 18.523 - 10.916, 17.45 - 10.916]
  const models = increases.map((cpuIncrease) => modelOf({ ...one, cpuIncrease }))
  expect(models.map((model) => model?.asPublished.predicted)).toEqual([9063, 9124, 9214])
  expect(models.map((model) => Math.round(model?.predicted ?? 0))).toEqual([9096, 9156, 9247])
  expect(models[0]?.asPublished.parts).toEqual({ userland: 8.33, libcKernel: 11, device: 91 })
})

test('cut truncates digits, but keeps those that only floating-point error removes', () => {
  expect(cut(0.8448, 3)).toBe(0.844)
  expect(cut(19.246 - 10.916, 2)).toBe(8.33)
  expect(cut(9124.99, 0)).toBe(9124)
})

test('a slower device makes the CPU of the database matter less', () => {
  const model = modelOf(one)
  if (model === null) throw new Error('no model')
  expect(whatIf(model, AS_MEASURED)).toEqual({ readsPerSecond: model.predicted, efficiency: 101.61 / model.sumUs })
  expect(whatIf(model, { deviceUs: 189.084, cpuFactor: 1 }).efficiency).toBeCloseTo(200 / 208.33, 9)
  expect(whatIf(model, { deviceUs: null, cpuFactor: 0 }).efficiency).toBe(1)
})

test('the latency is the sum of the components, and clients multiply the rate', () => {
  const positive = fc.double({ min: 0.01, max: 1e4, noNaN: true })
  fc.assert(
    fc.property(
      positive,
      positive,
      positive,
      fc.integer({ min: 1, max: 64 }),
      (cpuIncrease, fioCpu, device, clients) => {
        const model = modelOf({ cpuIncrease, fioCpu, fioLatency: fioCpu + device, clients })
        expect(model?.sumUs).toBeCloseTo(cpuIncrease + fioCpu + device, 6)
        expect(((model?.predicted ?? 0) * (model?.sumUs ?? 0)) / clients).toBeCloseTo(1e6, 3)
      },
    ),
  )
})
