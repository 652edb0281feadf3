import type { StudyKind } from '@assay/domain/compare/study'

/** Studies with their own page; each has its screen in registry.tsx. The others are tables on the compare page. */
const STUDY_PAGES = [
  'steps',
  'scale-up',
  'sweep',
  'compilers',
  'configs',
  'hardware',
  'repeats',
  'efficiency',
  'quality-of-service',
  'profiles',
  'io-efficiency',
] as const satisfies readonly StudyKind[]

export type StudyPage = (typeof STUDY_PAGES)[number]

export const isStudyPage = (kind: string): kind is StudyPage => (STUDY_PAGES as readonly string[]).includes(kind)
