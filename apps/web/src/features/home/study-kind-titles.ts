import type { StudyKind } from '@assay/domain/compare/study'

export const KIND_TITLES: Readonly<Record<StudyKind, string>> = {
  versions: 'By version',
  products: 'By product',
  steps: 'Steps of the Insert Benchmark',
  compilers: 'By compiler',
  configs: 'By config',
  hardware: 'Across hardware',
  'scale-up': 'Scale-up',
  sweep: 'Sweeps',
  repeats: 'Repeats',
  efficiency: 'Efficiency',
  'quality-of-service': 'Quality of service',
  'io-efficiency': 'IO efficiency',
  profiles: 'Profiles',
}
