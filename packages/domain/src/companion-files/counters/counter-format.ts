import { companionFormat } from '../companion-format.ts'
import { findCounterSource, parseCounters } from './parse-counters.ts'

/** Words of which one is at the head of every table of counters and of the status of InnoDB. */
const NAMES =
  /(?:calls|wait_event|event_type|backend_type|xact_commit|sum_timer_wait|variable_name|innodb monitor output)/i

/** Counters of Postgres, MySQL and InnoDB before and after a test, and samples of wait events and of RocksDB during it. */
export const counterFormat = companionFormat({
  kind: 'database-counters',
  isNamedAfterOutput: true,
  recognize: (_name, text) =>
    (NAMES.test(text.slice(0, 4_000)) || text.includes('DUMPING STATS')) && findCounterSource(text) !== null,
  parse: parseCounters,
  contentOf: (snapshot) => ({ kind: 'counters', snapshot }),
})
