import type { Format } from '../../import/format.ts'
import { companionFormat } from '../companion-format.ts'
import { parseDirectorySize, recognizeDirectorySize } from './directory-size.ts'
import { parseProcessTime, recognizeProcessTime } from './gnu-time.ts'

/** CPU time of the benchmark client, by `time`. */
const processTime = companionFormat({
  kind: 'process-time',
  recognize: (_name, text) => recognizeProcessTime(text),
  parse: parseProcessTime,
  contentOf: ({ userSeconds, systemSeconds, maxResidentKib }) => ({
    kind: 'values',
    values: {
      client_user_s: userSeconds,
      client_sys_s: systemSeconds,
      ...(maxResidentKib === null ? {} : { client_rss_kb: maxResidentKib }),
    },
  }),
})

/** Size of the data directory, by `du -hs`. */
const directorySize = companionFormat({
  kind: 'directory-size',
  recognize: (_name, text) => recognizeDirectorySize(text),
  parse: parseDirectorySize,
  contentOf: ({ gib }) => ({ kind: 'values', values: { db_gb: gib } }),
})

export const MEASUREMENT_FORMATS: readonly Format[] = [processTime, directorySize]
