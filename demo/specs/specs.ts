import type { DemoSpec } from './demo-spec.ts'
import { DS_1 } from './ds-1.ts'
import { FS_1 } from './fs-1.ts'
import { FS_2 } from './fs-2.ts'

/** Specs of the demo project. People and dates are invented; the figures were measured. */
export const DEMO_SPECS: readonly DemoSpec[] = [FS_1, FS_2, DS_1]
