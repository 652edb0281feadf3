import type { ReadWords } from './read-name.ts'

/** Tests of benchmarks that are read here, as their tools and scripts spell them. */
const TESTS: readonly RegExp[] = [
  /^(?:oltp[-_])?(?:read[-_](?:only|write)|write[-_]only|point[-_]selects?|update[-_](?:non[-_])?index|(?:bulk[-_])?inserts?|deletes?)(?![a-z\d])/i,
  /^(?:oltp|olap)(?:[-_](?:ro|rw|wo|ps))?(?![a-z\d])/i,
  /^select[-_]random[-_](?:points|ranges)(?![a-z\d])/i,
  /^(?:tpcb(?:[-_]like)?|simple[-_]update|select[-_]only)(?![a-z\d])/i,
  /^tp(?:c|roc)[-_]?(?:c|h|ds|e)(?![a-z\d])/i,
  /^(?:workload|ycsb)[-_]?[a-f](?![a-z\d])/i,
  /^(?:fill(?:seq|random|batch|sync)\w{0,20}|(?:multi)?read(?:random|seq|missing|hot|whilewriting)\w{0,20}|overwrite\w{0,20}|(?:fwd|rev)range\w{0,20}|seekrandom\w{0,20}|updaterandom)(?![a-z\d])/i,
  /^(?:(?:single|double)-groupby-(?:\d{1,2}-\d{1,2}-\d{1,2}|\d{1,2}|all)|cpu-max-all-(?:32-24|\d{1,2})|high-cpu-(?:all|\d{1,2})|groupby-orderby-limit|lastpoint)(?![a-z\d])/i,
  /^rand(?:read|write|rw)(?![a-z\d])/i,
  /^(?:point[-_]query|points[-_]covered|random[-_]points|range[-_]query|hot[-_]points)(?![a-z\d])/i,
  /^(?:cpu|memory|fileio|mutex)(?=$|[-_.](?:\d|c\d|t\d))/i,
]

/** The name of a known test. A name in capitals is that of the test which its tool spells in lower case. */
export function readTest(text: string): ReadWords | null {
  for (const test of TESTS) {
    const [whole] = test.exec(text) ?? []
    if (whole === undefined) continue
    const value = /[a-z]/.test(whole) ? whole : whole.toLowerCase()
    return { length: whole.length, facts: [{ field: 'test', value, confidence: 0.95 }] }
  }
  return null
}

/** True for a test whose name is used for nothing else, so that it may stand anywhere in a name. */
export const isDistinctTest = (text: string): boolean =>
  /^(?:oltp|select[-_]random|workload|ycsb|tpc|tproc|tpcb|fill|readwhile|overwrite|fwdrange|revrange)/i.test(text)

const OPERATION =
  /(?:^|[-_. ])(?:reads?|writes?|inserts?|updates?|deletes?|selects?|upserts?|lookups?|scans?|joins?|gets?|puts?|loads?|query|queries|q\d{1,3}|range|ranges|point|points|index|count|sort|aggregat\w*|transactions?|txn|ro|rw|wo|mixed)(?=$|[-_. ])/i

/** True for a name in which a test says what it does, such as `my_insert`. */
export const namesOperation = (text: string): boolean => OPERATION.test(text)
