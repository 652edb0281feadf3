import { INSERT_BENCHMARK } from '../../../benchmarks/iibench/iibench-metrics.ts'
import { joinList } from '../../render/list-text.ts'
import { offerCompilers } from '../compilers/compilers-offer.ts'
import { offerConfigs } from '../configs/configs-offer.ts'
import { EFFICIENCY_COSTS } from '../io-efficiency/efficiency.ts'
import { offerEfficiency } from '../io-efficiency/efficiency-offer.ts'
import { offerRepeats } from '../repeats-offer.ts'
import { offerScaleUps } from '../scale-up/scale-up-offer.ts'
import { offerSteps } from '../steps/steps-offer.ts'
import { offerSweeps } from '../sweep/sweep-offer.ts'
import { choicesIn, hasMetric, type Offer, perVersion } from './environment-choices.ts'
import { hardwareChoices, ioChoices, profileChoices, qualityChoices } from './special-choices.ts'
import type { PickedStudy, StudyChoice, StudySource } from './study-choice.ts'
import { isAnyVaried, type StudyEnvironment } from './study-environment.ts'

/** Every study of a kind that the results allow, that with which a page begins first. */
export function studyChoices(kind: PickedStudy, source: StudySource): StudyChoice[] {
  // Profiles are stored after their run, so that their choices can change while the environments do not.
  if (kind === 'profiles') return mostInterestingFirst(CHOICES[kind](source), source)
  const kinds = known.get(source.environments) ?? new Map<PickedStudy, StudyChoice[]>()
  known.set(source.environments, kinds)
  const choices = kinds.get(kind) ?? mostInterestingFirst(CHOICES[kind](source), source)
  kinds.set(kind, choices)
  return choices
}

/** The choices of a list of environments, which is the same object until a run is added. */
const known = new WeakMap<StudySource['environments'], Map<PickedStudy, StudyChoice[]>>()

/** Weight of results of the newest major version of a product, because an old archive may have more of older ones. */
const NEWEST_WEIGHT = 2

function mostInterestingFirst(choices: readonly StudyChoice[], { environments }: StudySource): StudyChoice[] {
  const majorOf = (versions: readonly string[]) =>
    Math.max(0, ...versions.map((version) => Number.parseInt(version, 10) || 0))
  const newest = new Map<string, number>()
  const own = new Map<string, number>()
  for (const { product, hardware, benchmark, workload, values } of environments) {
    const major = majorOf(values.version)
    newest.set(product, Math.max(newest.get(product) ?? 0, major))
    own.set(joinList([product, hardware, benchmark, workload]), major)
  }
  const weight = ({ results, values: { product = '', hardware = '', workload = '', version } }: StudyChoice) => {
    const major = version === undefined ? own.get(`${joinList([product, hardware])},${workload}`) : majorOf([version])
    return results * (major !== undefined && major === newest.get(product) ? NEWEST_WEIGHT : 1)
  }
  return choices.toSorted((a, b) => weight(b) - weight(a))
}

const CHOICES: Readonly<Record<PickedStudy, (source: StudySource) => StudyChoice[]>> = {
  steps: ({ environments }) =>
    environments
      .filter((own) => own.benchmark === INSERT_BENCHMARK && isAnyVaried(own, ['version', 'config']))
      .flatMap((own) => choicesIn(own, offerSteps)),
  compilers: ({ environments }) => whereVaries(environments, 'compiler', offerCompilers),
  configs: ({ environments }) => whereVaries(environments, 'config', offerConfigs),
  hardware: hardwareChoices,
  'scale-up': ({ environments }) =>
    whereVaries(environments, 'clients', offerScaleUps).flatMap((choice) => perVersion(choice, environments)),
  sweep: ({ environments }) => environments.flatMap((own) => choicesIn(own, offerSweeps)),
  repeats: ({ environments }) =>
    environments.filter(({ values }) => values.repeat.length > 1).flatMap((own) => choicesIn(own, offerRepeats)),
  efficiency: ({ environments }) =>
    whereVaries(environments.filter(hasMetric((name) => COSTS.has(name))), 'version', offerEfficiency),
  'quality-of-service': qualityChoices,
  'io-efficiency': ioChoices,
  profiles: profileChoices,
}

const whereVaries = (environments: readonly StudyEnvironment[], dimension: string, offer: Offer): StudyChoice[] =>
  environments.filter((own) => isAnyVaried(own, [dimension])).flatMap((own) => choicesIn(own, offer))

const COSTS = new Set<string>(EFFICIENCY_COSTS)
