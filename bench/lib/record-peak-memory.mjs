// Loaded by --import into a measured process: writes its peak memory in kilobytes when it ends.

import { appendFileSync } from 'node:fs'
import process from 'node:process'

const { ASSAY_BENCH_PEAK: file } = process.env
if (file !== undefined) process.once('exit', () => appendFileSync(file, `${process.resourceUsage().maxRSS}\n`))
