import type { Fields } from '../fields.ts'
import { certainFields, type NamedFact, type ReadName, readName, uncertainFacts } from './read-name.ts'
import { namesOperation } from './read-test.ts'

/** The ending of a file, also where a script left out its dot after a number: `res.thr56txt`. */
const ENDING = /(?:\.(?:txt|log|out|json|csv|tsv|result|res|err|stdout)|(?<=\d)(?:txt|log|out))$/i

/** A number, or the value of an option such as `s100` and `d1024`, which names no test. `q18` is a query. */
const OF_AN_OPTION = /^(?:[a-pr-z]?\d+|\d+t)(?:[-_.][a-pr-z]?\d+)*$/i

/** A file name as it is read by common spellings. */
export type CommonFileName = {
  fields: Fields
  facts: readonly NamedFact[]
  uncertain: readonly NamedFact[]
  /** Parts that no spelling decodes, in their order. */
  undecoded: readonly string[]
  /** The test, where only the rest of the name could be it. */
  testGuess: string | null
}

/**
 * The facts of a file name by common spellings, `pg18.1_oltp_insert_c40.log`. The rest of the name is the test if it
 * names an operation; otherwise it may also be a config or a machine.
 */
export function readFileName(name: string): CommonFileName {
  const read = withoutIds(readName(name.replace(ENDING, '')))
  const named = certainFields(read)
  const words = read.rest.filter((part) => !OF_AN_OPTION.test(part))
  const rest = words.join('_')
  const isOperation = named.test === undefined && words.length === 1 && namesOperation(rest)
  const { test = isOperation ? rest : undefined } = named
  return {
    fields: { ...named, ...(test === undefined ? {} : { test }), ...dateOf(read.facts) },
    facts: isOperation ? [...read.facts, { field: 'test', value: rest, confidence: 0.85 }] : read.facts,
    uncertain: uncertainFacts(read),
    undecoded: isOperation ? read.rest.filter((part) => part !== rest) : read.rest,
    testGuess: test === undefined && rest !== '' ? rest : null,
  }
}

/**
 * The name with a hash among its unknown words where no version or branch stands next to it: it may be the id of a process,
 * as in `cassandra-stress-l0-k1-5b1f0a3c`.
 */
function withoutIds(read: ReadName): ReadName {
  const { facts, rest } = read
  const isCommit = rest.length === 0 || facts.some(({ field }) => field === 'product' || field === 'version')
  if (isCommit) return read
  const ids = facts.filter(({ field }) => field === 'commit')
  return { facts: facts.filter((fact) => !ids.includes(fact)), rest: [...rest, ...ids.map(({ value }) => value)] }
}

/** The day in a name. It orders repeated measurements. */
export const dateOf = (facts: readonly NamedFact[]): Fields => {
  const date = facts.find(({ field }) => field === '_date')
  return date === undefined ? {} : { _date: date.value }
}

/** The certain fields of a file name, with the rest as the test; empty when no field is certain. */
export function certainFieldsOfFile(name: string): Fields {
  const read = readName(name.replace(ENDING, ''))
  const fields = certainFields(read)
  if (Object.keys(fields).length === 0) return {}
  const test = read.rest.join('_')
  return { ...(test === '' ? {} : { test }), ...fields }
}
