import { CERTAIN, readName } from '../../../import/names/read-name.ts'

/** Headings of columns that state a dimension, in lower case. */
const FIELDS: readonly (readonly [string, RegExp])[] = [
  [
    'product',
    /^(?:dbms|db|database|product|engine|datenbank|rdbms|sgbd|system|server|base(?: de (?:données|datos))?|moteur|motor)$/,
  ],
  ['version', /^(?:(?:db|dbms|server|product|engine|database)?[ _]?(?:version|release)|ver)$/],
  ['build', /^(?:build|compiler|flags|compiler flags)$/],
  ['config', /^(?:config|configuration|conf|settings|tuning|konfiguration)$/],
  ['hardware', /^(?:machine|host|hostname|hardware|instance|instance type|vm|node|rechner|maschine|hôte|máquina)$/],
  ['workload', /^(?:workload|dataset|data set|datensatz)$/],
  [
    'repeat',
    /^(?:run|repeat|rep|repetition|iteration|iter|trial|(?:run|rep)[ _]?(?:id|no|nr|number)|durchlauf|wiederholung)$/,
  ],
  ['test', /^(?:test|test ?(?:name|case)|benchmark|query|operation|op|script|case|statement|abfrage|microbenchmark)$/],
  [
    'clients',
    /^(?:(?:num(?:ber of)?|no\. of|#|concurrent|active|virtual|db)?[ _]?(?:clients?|threads?|connections?|conns?|users?|sessions?|terminals?|workers?|streams?)|nthreads|concurrency|parallelism|v?users|vus?|virtuelle nutzer|verbindungen|clientanzahl|connexions|utilisateurs|fils|conexiones|hilos|clientes)$/,
  ],
  ['metric', /^(?:metric|measure|kennzahl|messgröße)$/],
  ['value', /^(?:value|wert|result|ergebnis)$/],
  ['unit', /^(?:unit|units|einheit)$/],
  [
    'ignore',
    /^(?:#|id|nr|date|datum|timestamp|time|uhrzeit|start|end|started|finished|comments?|notes?|remarks?|bemerkung|kommentar|(?:%|pct|percent)? ?(?:change|diff|difference|delta|improvement|speed-?up|gain|veränderung|änderung)(?: ?[([]?(?:%|pct|percent|x)[)\]]?)?)$/,
  ],
  [
    'parameter',
    /^(?:scale|scale ?factor|sf|warehouses?|wh|tables|rows|table[ _]?size|block ?size|value ?size|key ?size|cache(?: ?size)?|queue ?depth|depth|batch(?: ?size)?|ratio|read ?(?:ratio|percent))(?: *[([].*[)\]])?$/,
  ],
]

/** The field of a heading: a dimension, `metric`, `value`, `unit`, `ignore` or `parameter`; null for anything else. */
export function readFieldHeading(heading: string): string | null {
  const plain = heading.toLowerCase().replaceAll('_', ' ').trim()
  const known = FIELDS.find(([, pattern]) => pattern.test(plain) || pattern.test(plain.replaceAll(' ', '_')))?.[0]
  return known ?? (productOfHeading(heading) === null ? null : 'version')
}

/** The product whose versions a column has, as in `SQLite version` and `pg_version`; null for any other heading. */
export function productOfHeading(heading: string): string | null {
  const [, name = ''] = /^(.+?)[ _-]+(?:version|release|ver)$/i.exec(heading.trim()) ?? []
  const server = readServer(name)
  return server?.version === undefined ? (server?.product ?? null) : null
}

/** Product and version that a cell or a heading states completely, such as `PostgreSQL 18.1`; null for anything else. */
export function readServer(text: string): { product?: string; version?: string } | null {
  const { facts, rest } = readName(text.replaceAll(' ', '-'))
  const certain = facts.filter(({ confidence }) => confidence >= CERTAIN)
  const isOther = certain.some(({ field }) => field !== 'product' && field !== 'version')
  if (rest.length > 0 || certain.length === 0 || certain.length < facts.length || isOther) return null
  return Object.fromEntries(certain.map(({ field, value }) => [field, value]))
}

/** The number of clients that a heading states, such as `8 threads` or `c8`; null for anything else. */
export function readClientsHeading(heading: string): string | null {
  const { facts, rest } = readName(heading)
  const [fact] = facts
  return facts.length === 1 && rest.length === 0 && fact?.field === 'clients' && fact.confidence >= CERTAIN
    ? fact.value
    : null
}
