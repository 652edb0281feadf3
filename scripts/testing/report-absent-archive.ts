// Vitest's global setup: names the absent archive once, before the first test.

import { reportAbsentArchive } from '@assay/domain/testing/archive'

export const setup = reportAbsentArchive
