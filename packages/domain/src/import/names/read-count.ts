import { FIELD_NAMES } from '../profile/profile-fields.ts'
import { isPlausibleVersion, PRODUCT_NAMES } from './product-names.ts'
import type { ReadSpelling, ReadWords } from './read-name.ts'
import { readProduct } from './read-version.ts'

const CLIENT_WORDS = [
  'clients?|conn(?:ection)?s?|concurrency|threads?|thrds?|thr|th|users?|vus?|numjobs|cl|dop|nt|nj',
  'verbindungen|nutzer|benutzer|fils|connexions|utilisateurs|hilos|conexiones|clientes|usuarios|conexões|utenti|wątk(?:i|ów)',
  'клиент(?:а|ов)?|поток(?:а|ов)?|соединени(?:е|я|й)|スレッド|接続|クライアント|并发数?|並發數?|线程数?|線程數?|连接数?|連接數?|스레드|클라이언트|동시접속',
].join('|')

/** Creates a reader of a number, which is the first group of the pattern that matches. */
const count =
  (field: string, confidence: number, ...patterns: readonly RegExp[]): ReadSpelling =>
  (text): ReadWords | null => {
    for (const pattern of patterns) {
      const [whole, ...groups] = pattern.exec(text) ?? []
      const digits = groups.find((group) => group !== undefined)
      if (whole === undefined || digits === undefined || (Number(digits) === 0 && field !== 'repeat')) continue
      return { length: whole.length, facts: [{ field, value: String(Number(digits)), confidence }] }
    }
    return null
  }

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  single: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  eight: 8,
  ten: 10,
  twelve: 12,
  sixteen: 16,
  thirtytwo: 32,
  sixtyfour: 64,
}
const COUNT_IN_WORDS = new RegExp(
  `^(single|one|two|three|four|six|eight|ten|twelve|sixteen|thirty[-_ ]?two|sixty[-_ ]?four)[-_ ]?(?:${CLIENT_WORDS})(?![a-z\\d])`,
  'i',
)

/** Reads a number of clients that is written as a word: `eight-threads`, `single_client`. */
export function readClientsInWords(text: string): ReadWords | null {
  const [whole, word = ''] = COUNT_IN_WORDS.exec(text) ?? []
  const clients = NUMBER_WORDS[word.toLowerCase().replace(/[-_ ]/, '')]
  if (whole === undefined || clients === undefined) return null
  return { length: whole.length, facts: [{ field: 'clients', value: String(clients), confidence: 0.85 }] }
}

/** Reads a number of clients: `c40`, `t40`, `40thr`, `clients-40`, `16u`. */
export const readClients = count(
  'clients',
  0.9,
  new RegExp(`^(?:${CLIENT_WORDS})[-_= ]?(\\d{1,6})(?![a-z\\d])`, 'i'),
  new RegExp(`^(\\d{1,6})[-_ ]?(?:${CLIENT_WORDS})(?![a-z\\d])`, 'i'),
  /^[ctju](\d{1,6})(?![a-z\d])/i,
  /^(\d{1,6})u(?![a-z\d])/i,
)

const clientsOrTables = count('clients', 0.5, /^(\d{1,6})t(?![a-z\d])/i)

/** Reads `32t`, which may also be a number of tables. */
export function readPossibleClients(text: string): ReadWords | null {
  const read = clientsOrTables(text)
  return read === null ? null : { ...read, isUndecoded: true }
}

const REPEAT_WORDS = [
  'run|rep(?:eat|etition)?|iter(?:ation)?|try|attempt|round|pass|trial',
  'lauf|durchlauf|durchgang|wiederholung|essai|passe|prueba|corrida|intento|prova|tentativa|execução|pomiar|прогон',
].join('|')

/** Reads a repeat: `run2`, `rep-3`, `iter1`, `run1000`, `Lauf 2`, `2回目`; `run0` is the first one. Four digits may also be a year. */
export const readRepeat = count(
  'repeat',
  0.9,
  new RegExp(`^(?:${REPEAT_WORDS})[-_# ]?(\\d{1,3}|(?!19|20)[1-9]\\d{3})(?![a-z\\d])`, 'i'),
  /^第?(\d{1,3})(?:回目?|次)/,
)

/** Reads `r2`, which is a repeat or the family of a cloud machine, as the other runs show (number-short-repeats.ts). */
export function readShortRepeat(text: string): ReadWords | null {
  const [whole] = /^r\d{1,2}(?![a-z\d])/i.exec(text) ?? []
  return whole === undefined ? null : { length: whole.length, facts: [], isUndecoded: true }
}

/** Reads a number of tables: `8tables`, `tables-8`. */
export const readTables = count(
  'tables',
  0.9,
  /^(\d{1,5})[-_]?tables?(?![a-z\d])/i,
  /^tables?[-_=]?(\d{1,5})(?![a-z\d])/i,
)

const KEYS: Readonly<Record<string, string>> = {
  threads: 'clients',
  thr: 'clients',
  users: 'clients',
  connections: 'clients',
  vus: 'clients',
  c: 'clients',
  t: 'clients',
  conns: 'clients',
  concurrency: 'clients',
  nthreads: 'clients',
  num_threads: 'clients',
  v: 'version',
  ver: 'version',
  machine: 'hardware',
  host: 'hardware',
  hostname: 'hardware',
  node: 'hardware',
  instance: 'hardware',
  instance_type: 'hardware',
  instance_class: 'hardware',
  machine_type: 'hardware',
  vm_size: 'hardware',
  db: 'product',
  dbms: 'product',
  iter: 'repeat',
  iteration: 'repeat',
  sha: 'commit',
  git_sha: 'commit',
}
/** The version of the server in other words: `engine_version=18.1`. */
const VERSION_KEY = /^(?:db|dbms|engine|server|product|database|pg|postgres|mysql|mariadb)_?version$/i

/** `pg=16.4`: the product is the key, and the version is the value where its releases have such a one. */
function ofProduct(product: string, value: string, { length }: string): ReadWords {
  const version = value.replace(/^v/i, '')
  const confidence = isPlausibleVersion(product, version) ? 1 : 0.5
  return {
    length,
    facts: [
      { field: 'product', value: product, confidence: 1 },
      { field: 'version', value: version, confidence },
    ],
  }
}

/** Reads `clients=40`, `product=MySQL` or `work_mem=64MB`: a known field, otherwise a parameter. */
export function readKeyValue(text: string): ReadWords | null {
  const [whole, key = '', value = ''] =
    /^([a-z][a-z_]{0,40})=([^=,;&@ ]{1,100}?)(?=$|[,;&@ ]|[-_.]+(?=[a-z][a-z_]*=))/i.exec(text) ?? []
  if (whole === undefined) return null
  const known = (FIELD_NAMES as readonly string[]).find((field) => field.toLowerCase() === key.toLowerCase())
  const named = ['db', 'dbms', 'product', 'engine', 'image'].includes(key.toLowerCase()) ? readProduct(value) : null
  if (named?.length === value.length) return { length: whole.length, facts: named.facts }
  const product = PRODUCT_NAMES.find(({ spellings }) => spellings.includes(key.toLowerCase()))
  if (product !== undefined && known === undefined && /^v?\d/i.test(value)) return ofProduct(product.name, value, whole)
  const field = known ?? (VERSION_KEY.test(key) ? 'version' : (KEYS[key.toLowerCase()] ?? `params.${key}`))
  const stated = field === 'version' ? value.replace(/^v(?=\d)/i, '') : value
  return { length: whole.length, facts: [{ field, value: stated, confidence: 1 }] }
}
