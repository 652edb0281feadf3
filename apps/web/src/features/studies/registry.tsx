import { AgreementScreen } from './agreement/agreement-screen.tsx'
import { CompilersScreen } from './compilers/compilers-screen.tsx'
import { ConfigsScreen } from './configs/configs-screen.tsx'
import { EfficiencyScreen } from './efficiency/efficiency-screen.tsx'
import { IoEfficiencyScreen } from './io-efficiency/io-efficiency-screen.tsx'
import { PROFILE_PARAMETERS } from './profiles/profiles-path.ts'
import { ProfilesScreen } from './profiles/profiles-screen.tsx'
import { QualityOfServiceScreen } from './quality-of-service/quality-of-service-screen.tsx'
import { RepeatsScreen } from './repeats/repeats-screen.tsx'
import { ScaleUpScreen } from './scale-up/scale-up-screen.tsx'
import { StepsScreen } from './steps/steps-screen.tsx'
import type { StudyPage } from './study-pages.ts'
import type { StudyEntry } from './study-screen.ts'
import { SweepScreen } from './sweep/sweep-screen.tsx'

/** The screen of every study that has a page of its own. */
export const STUDY_SCREENS: Readonly<Record<StudyPage, StudyEntry>> = {
  steps: { title: 'Steps', Screen: StepsScreen, parameters: ['step'] },
  'scale-up': { title: 'Scale-up', Screen: ScaleUpScreen },
  sweep: { title: 'Sweep', Screen: SweepScreen },
  compilers: { title: 'Compilers', Screen: CompilersScreen },
  configs: { title: 'Configs', Screen: ConfigsScreen },
  hardware: { title: 'Across hardware', Screen: AgreementScreen },
  repeats: { title: 'Repeats', Screen: RepeatsScreen },
  efficiency: { title: 'Efficiency', Screen: EfficiencyScreen },
  profiles: { title: 'Profiles', Screen: ProfilesScreen, parameters: PROFILE_PARAMETERS },
  'quality-of-service': { title: 'Quality of service', Screen: QualityOfServiceScreen, parameters: ['response'] },
  'io-efficiency': { title: 'IO efficiency', Screen: IoEfficiencyScreen, parameters: ['device', 'cpu'] },
}
