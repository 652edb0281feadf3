// Vitest's global setup: names the absent archive once, before the first test.

import { reportAbsentArchive } from '@assay/testing/archive/archive'

export const setup = reportAbsentArchive
