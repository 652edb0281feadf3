import type { HealthClient, HeavyWork, Scale } from './health-work.ts'
import { heavyComparisons } from './heavy-comparisons.ts'
import { heavyJobs } from './heavy-jobs.ts'
import { heavyTexts } from './heavy-texts.ts'
import { heavyUploads } from './heavy-uploads.ts'

/** Every kind of heavy work, in an order in which each finds what it needs. */
export const listHeavyWork = (client: HealthClient, scale: Scale): HeavyWork[] => [
  ...heavyUploads(client, scale),
  ...heavyComparisons(client, scale),
  ...heavyTexts(client, scale),
  ...heavyJobs(client, scale),
]
