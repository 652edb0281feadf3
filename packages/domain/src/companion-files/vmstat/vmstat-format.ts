import { companionFormat } from '../companion-format.ts'
import { parseVmstat } from './vmstat.ts'

/** Number of characters that are searched for the header. */
const HEAD = 20_000

export const vmstatFormat = companionFormat({
  kind: 'vmstat',
  phase: 'sampler',
  recognize: (_name, text) => /^(?:--)?procs-* -+.*\n\s*r\s+b\s+swpd\s/m.test(text.slice(0, HEAD)),
  parse: parseVmstat,
  contentOf: (vmstat) => ({ kind: 'vmstat', vmstat }),
})
