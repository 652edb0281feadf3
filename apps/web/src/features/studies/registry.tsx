import { compilersPage } from '@assay/domain/compare/studies/compilers/compilers-page'
import { configsPage } from '@assay/domain/compare/studies/configs/configs-page'
import { efficiencyPage } from '@assay/domain/compare/studies/io-efficiency/efficiency-page'
import { hardwarePage } from '@assay/domain/compare/studies/pages/hardware-page'
import { PAGE_OF_STUDY } from '@assay/domain/compare/studies/pages/page-of-study'
import { repeatsPage } from '@assay/domain/compare/studies/pages/repeats-page'
import { scaleUpPage } from '@assay/domain/compare/studies/scale-up/scale-up-page'
import type { PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import { IoEfficiencyScreen } from './io-efficiency/io-efficiency-screen.tsx'
import { pageScreen } from './page-screen.tsx'
import { PROFILE_PARAMETERS } from './profiles/profiles-path.ts'
import { ProfilesScreen } from './profiles/profiles-screen.tsx'
import { QualityOfServiceScreen } from './quality-of-service/quality-of-service-screen.tsx'
import { StepsScreen } from './steps/steps-screen.tsx'
import type { StudyEntry } from './study-screen.ts'
import { SweepScreen } from './sweep/sweep-screen.tsx'

/** The screen of every study with its own page. */
export const STUDY_SCREENS: Readonly<Record<PickedStudy, StudyEntry>> = {
  steps: { title: 'Steps', Screen: StepsScreen, parameters: PAGE_OF_STUDY.steps.parameters },
  'scale-up': { title: 'Scale-up', Screen: pageScreen('scale-up', scaleUpPage, { stays: true }) },
  sweep: { title: 'Sweep', Screen: SweepScreen },
  compilers: { title: 'Compilers', Screen: pageScreen('compilers', compilersPage, { stays: true }) },
  configs: { title: 'Configs', Screen: pageScreen('configs', configsPage) },
  hardware: { title: 'Across hardware', Screen: pageScreen('hardware', hardwarePage) },
  repeats: { title: 'Repeats', Screen: pageScreen('repeats', repeatsPage) },
  efficiency: { title: 'Efficiency', Screen: pageScreen('efficiency', efficiencyPage) },
  profiles: { title: 'Profiles', Screen: ProfilesScreen, parameters: PROFILE_PARAMETERS },
  'quality-of-service': {
    title: 'Quality of service',
    Screen: QualityOfServiceScreen,
    parameters: PAGE_OF_STUDY['quality-of-service'].parameters,
  },
  'io-efficiency': {
    title: 'IO efficiency',
    Screen: IoEfficiencyScreen,
    parameters: PAGE_OF_STUDY['io-efficiency'].parameters,
  },
}
