import type { Point } from '../../point.ts'
import { offerHardware } from '../hardware-offer.ts'
import { FIO } from '../io-efficiency/io-efficiency.ts'
import { offerIoEfficiency } from '../io-efficiency/io-efficiency-offer.ts'
import { profileStudy } from '../profiles/profiles-study.ts'
import { offerQuality } from '../quality-of-service/quality-offer.ts'
import { responseOf } from '../response-times.ts'
import { hasMetric } from './environment-choices.ts'
import { type StudyChoice, type StudySource, workloadValue } from './study-choice.ts'
import { factsOf, type StudyEnvironment } from './study-environment.ts'

// Choices of studies that are about more, or other results, than one product on one machine.

/** Changes that several machines have; machines are compared and not selected. */
export function hardwareChoices({ environments, varying }: StudySource): StudyChoice[] {
  return varying
    .filter(({ dimension }) => dimension === 'version')
    .flatMap((one) => {
      const own = environments.filter(
        ({ product, benchmark, workload, hardware }) =>
          one.among.product.includes(product) &&
          one.benchmark === benchmark &&
          one.workload === workload &&
          one.among.hardware.includes(hardware),
      )
      if (!haveSharedMetric(own)) return []
      return offerHardware(factsOf(own, [one])).map((study) => ({
        values: { product: one.among.product[0] ?? '', workload: workloadValue(one) },
        results: resultsOf(own),
        study,
      }))
    })
}

/** True if two machines have a metric in common; where one published ratios only, nothing can be compared. */
const haveSharedMetric = (environments: readonly StudyEnvironment[]): boolean =>
  environments.some(({ hardware, metrics }) =>
    environments.some((other) => other.hardware !== hardware && other.metrics.some((name) => metrics.includes(name))),
  )

const resultsOf = (environments: readonly StudyEnvironment[]) =>
  environments.reduce((sum, { results }) => sum + results, 0)

/** Products are rows of one table, so that they are not selected. */
export function qualityChoices({ environments }: StudySource): StudyChoice[] {
  const timed = environments.filter(hasMetric((name) => responseOf(name) !== null))
  const together = Map.groupBy(timed, (own) => JSON.stringify([own.hardware, workloadValue(own)]))
  return [...together.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const { hardware, benchmark, workload } = first
    return offerQuality(factsOf(all)).map((study) => ({
      values: { hardware, workload: workloadValue(first) },
      results: resultsOf(all),
      study: {
        ...study,
        comparison: {
          ...study.comparison,
          filters: { hardware: [hardware], benchmark: [benchmark], workload: [workload] },
        },
      },
    }))
  })
}

/** Databases on machines where fio ran with as many jobs as the database had clients. */
export function ioChoices({ environments }: StudySource): StudyChoice[] {
  const fio = environments.filter(({ benchmark }) => benchmark === FIO)
  return environments
    .filter((own) => own.benchmark !== FIO && hasMetric((name) => name === 'r/s')(own))
    .flatMap((own) => {
      const baselines = fio.filter(
        ({ hardware, values }) =>
          hardware === own.hardware && values.clients.some((clients) => own.values.clients.includes(clients)),
      )
      if (baselines.length === 0) return []
      const { product, hardware, benchmark, workload, results } = own
      return offerIoEfficiency(factsOf([own, ...baselines])).map((study) => ({
        values: { product, hardware, workload: workloadValue(own) },
        results,
        study: {
          ...study,
          comparison: {
            ...study.comparison,
            filters: { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload] },
          },
        },
      }))
    })
}

/** Published shares are a result for each group of functions, so that results are counted by what was profiled. */
const resultsIn = (points: readonly Point[]): number =>
  new Set(
    points.map(({ coordinates: { version, config, test, clients } }) => [version, config, test, clients].join(' ')),
  ).size

export function profileChoices({ profiled }: StudySource): StudyChoice[] {
  if (profiled === null) return []
  const together = Map.groupBy(profiled.points, ({ coordinates: { product, hardware, benchmark, workload } }) =>
    JSON.stringify([product, hardware, benchmark, workload]),
  )
  return [...together.values()].flatMap((own) => {
    const { product = '', hardware = '', benchmark = '', workload = '' } = own[0]?.coordinates ?? {}
    const pinned = { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload] }
    return profileStudy({ ...profiled, points: own }).map((study) => ({
      values: { product, hardware, workload: workloadValue({ benchmark, workload }) },
      results: resultsIn(own),
      study: {
        ...study,
        comparison: { ...study.comparison, filters: { ...study.comparison.filters, ...pinned } },
      },
    }))
  })
}
