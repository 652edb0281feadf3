import { CompilersScreen } from './compilers/compilers-screen.tsx'
import { ScaleUpScreen } from './scale-up/scale-up-screen.tsx'
import type { StudyPage } from './study-pages.ts'
import type { StudyEntry } from './study-screen.ts'
import { SweepScreen } from './sweep/sweep-screen.tsx'

/** The screen of every study that has a page of its own. */
export const STUDY_SCREENS: Readonly<Record<StudyPage, StudyEntry>> = {
  'scale-up': { title: 'Scale-up', Screen: ScaleUpScreen },
  sweep: { title: 'Sweep', Screen: SweepScreen },
  compilers: { title: 'Compilers', Screen: CompilersScreen },
}
