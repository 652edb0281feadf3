import { companionFormat } from '../companion-format.ts'
import { parseIostat } from './iostat.ts'
import { isIostatJson, parseIostatJson } from './iostat-json.ts'

/** Number of characters that are searched for the header. */
const HEAD = 20_000

export const iostatFormat = companionFormat({
  kind: 'iostat',
  phase: 'sampler',
  recognize: (_name, text) => holdsIostat(text.slice(0, HEAD)) || isIostatJson(text),
  parse: (text, file) => (isIostatJson(text) ? parseIostatJson : parseIostat)(text, file),
  contentOf: (iostat) => ({ kind: 'iostat', iostat }),
})

const holdsIostat = (head: string): boolean =>
  /^Linux \S+ .*\(\d+ CPU\)\s*$/m.test(head) && /^(avg-cpu:|Device)/m.test(head)
