import type { StudyKind } from '../../study.ts'
import { compilersPage } from '../compilers/compilers-page.ts'
import { configsPage } from '../configs/configs-page.ts'
import { efficiencyPage } from '../io-efficiency/efficiency-page.ts'
import { ioEfficiencyPage } from '../io-efficiency/io-efficiency-page.ts'
import { type ProfileQueries, profilesPage } from '../profiles/profiles-page.ts'
import { qualityPage } from '../quality-of-service/quality-page.ts'
import { scaleUpPage } from '../scale-up/scale-up-page.ts'
import { stepsPage } from '../steps/steps-page.ts'
import { sweepPage } from '../sweep/sweep-page.ts'
import { hardwarePage } from './hardware-page.ts'
import { repeatsPage } from './repeats-page.ts'
import type { StudyPage } from './study-page.ts'
import type { StudyQueries, StudyRequest } from './study-queries.ts'

type PageOf = (queries: StudyQueries & ProfileQueries, requested: StudyRequest) => Promise<StudyPage>

/** Studies with their own page, and the URL parameters of the page that are not part of the comparison. */
export const PAGE_OF_STUDY = {
  steps: { page: stepsPage, parameters: ['step'] },
  'scale-up': { page: scaleUpPage, parameters: [] },
  sweep: { page: (queries, requested) => sweepPage(queries, requested), parameters: [] },
  compilers: { page: compilersPage, parameters: [] },
  configs: { page: configsPage, parameters: [] },
  hardware: { page: hardwarePage, parameters: [] },
  repeats: { page: repeatsPage, parameters: [] },
  efficiency: { page: efficiencyPage, parameters: [] },
  'quality-of-service': { page: (queries, requested) => qualityPage(queries, requested), parameters: ['response'] },
  profiles: { page: profilesPage, parameters: ['profile', 'versus', 'from', 'rules'] },
  'io-efficiency': { page: ioEfficiencyPage, parameters: ['device', 'cpu'] },
} as const satisfies Partial<Record<StudyKind, { page: PageOf; parameters: readonly string[] }>>

export type PagedStudy = keyof typeof PAGE_OF_STUDY

export const hasPage = (kind: string | null): kind is PagedStudy => kind !== null && Object.hasOwn(PAGE_OF_STUDY, kind)
