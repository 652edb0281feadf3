/** Text that replaces a secret. */
export const REDACTED = '***'

/**
 * Removes secrets and home directories: passwords and users on command lines, in the environment, in SQL and in URLs,
 * and the names in `/home/NAME`. Text without secrets is unchanged, and redacting twice equals redacting once. When the
 * end of a secret is unclear, more is removed rather than less.
 */
export function redact(text: string): string {
  let redacted = text
  // Removing one secret can join the fragments of another; two passes are usually enough.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = redacted
    redacted = redactOnce(before)
    if (redacted === before) break
  }
  return redacted
}

const MAX_PASSES = 10

function redactOnce(text: string): string {
  let redacted = text
  if (/ -[puU]/.test(redacted)) redacted = redacted.replace(CLIENT_LINE, redactClientOptions)
  for (const [pattern, replacement] of RULES) redacted = redacted.replace(pattern, replacement)
  return redacted
}

type Replacement = (match: string, ...groups: string[]) => string

const HIDDEN_AFTER_NAME: Replacement = (_match, name = '', value = '') => name + hide(value)

// Limited repetition keeps every rule linear: an unlimited one before the keyword would be tried from each character.
const VALUE = String.raw`("[^"\n]*"|'[^'\n]*'|[^\s]+)`

const RULES: readonly (readonly [RegExp, Replacement])[] = [
  // postgres://user:password@host, also with an @ in the password.
  [
    /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/@:]{1,200})(:[^\s/]{0,300})?@/gi,
    (_match, scheme = '', _user, password) => `${scheme}${REDACTED}${password === undefined ? '' : `:${REDACTED}`}@`,
  ],
  // --mysql-password=x, password=x of a connection string, PGPASSWORD=x. Server settings such as
  // mysql_native_password=ON are not passwords, although their names end in the word.
  [
    new RegExp(
      String.raw`(?<![\w-])((?!(?:[\w-]{0,40}[_-])?(?:native|sha2|sha256|validate|old)[_-]password)[\w-]{0,60}(?:password|passwd|_pwd|secret|api[_-]?key|(?:access|auth|api|bearer)[_-]?token) ?=(?: (?!-))?)${VALUE}`,
      'gi',
    ),
    HIDDEN_AFTER_NAME,
  ],
  [new RegExp(String.raw`((?<![\w-])--[\w-]{0,40}(?:password|passwd) +)(?!-)${VALUE}`, 'gi'), HIDDEN_AFTER_NAME],
  [new RegExp(String.raw`((?<![\w-])(?:--(?:[\w-]{0,40}-)?user(?:name)?=|PGUSER=))${VALUE}`, 'g'), HIDDEN_AFTER_NAME],
  [/(\b(?:identified by|password) +)('[^'\n]*')/gi, HIDDEN_AFTER_NAME],
  [/(\bauthorization: ?[a-z]{1,20} +)(\S+)/gi, HIDDEN_AFTER_NAME],
  [/(?<![\w.~-])(?:\/(?:var|usr|export))?\/(?:home|Users)\/[^\s/:;,'"<>()|&]{1,64}/g, () => '~'],
  [/(?<![\w.~-])\/root(?![\w.-])/g, () => '~'],
  [/\b[A-Za-z]:\\Users\\[^\s\\/:;,'"<>|]{1,64}/g, () => '~'],
]

/** Replaces a value by the marker. Quotes and brackets around it stay, and an empty value is unchanged. */
function hide(value: string): string {
  const start = /^["']/.test(value) ? 1 : 0
  let end = value.length
  while (end > start && '"\'])},;'.includes(value.charAt(end - 1))) end--
  return start === end ? value : value.slice(0, start) + REDACTED + value.slice(end)
}

const CLIENT_LINE = /^[^\n]*(?:mysql|mariadb|psql|pgbench|pg_)[^\n]*$/gm

/** -pSECRET and -uNAME are password and user only for clients of MySQL, -U NAME only for those of Postgres. */
function redactClientOptions(line: string): string {
  let client: 'mysql' | 'postgres' | null = null
  let hideNext = false
  const words = line.split(/(\s+|[;|&]+)/)
  for (const [i, word] of words.entries()) {
    if (i % 2 === 1) {
      if (/[;|&]/.test(word)) client = null // The next command is another program.
      continue
    }
    const program = /(?:^|[/"'`(])(mysql|mariadb|psql|pgbench|pg_)([a-z-]*)$/.exec(word)
    // mysqld is the server. In the output of `ps`, a user named mysql is followed by a process id.
    if (program !== null && program[2] !== 'd' && !/^\d+$/.test(words[i + 2] ?? '')) {
      client = program[1] === 'mysql' || program[1] === 'mariadb' ? 'mysql' : 'postgres'
    } else if (hideNext && word !== '') {
      words[i] = hide(word)
      hideNext = false
    } else if (client === 'mysql') {
      words[i] = word.replace(/^(-[pu])(.+)$/, HIDDEN_AFTER_NAME)
      hideNext = word === '-u'
    } else if (client === 'postgres') {
      words[i] = word.replace(/^(-U)(.+)$/, HIDDEN_AFTER_NAME)
      hideNext = word === '-U'
    }
  }
  return words.join('')
}
