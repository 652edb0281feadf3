import { companionFormat } from '../companion-format.ts'
import { findCounterSource, parseCounters } from './parse-counters.ts'

/** Tables of counters of Postgres and MySQL before and after a test, and samples of wait events during it. */
export const counterFormat = companionFormat({
  kind: 'database-counters',
  isNamedAfterOutput: true,
  recognise: (_name, text) =>
    /(?:calls|wait_event|event_type|backend_type|xact_commit|sum_timer_wait|variable_name)/i.test(
      text.slice(0, 4_000),
    ) && findCounterSource(text) !== null,
  parse: parseCounters,
  contentOf: (snapshot) => ({ kind: 'counters', snapshot }),
})
