import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  [
    'sysbench --mysql-user=root --mysql-password=pw --mysql-db=test',
    'sysbench --mysql-user=*** --mysql-password=*** --mysql-db=test',
  ],
  ['--pgsql-password=s3cret run', '--pgsql-password=*** run'],
  ['--password="two words" --host=h', '--password="***" --host=h'],
  ['--password=tail;with&all run', '--password=*** run'],
  ['mongosh --password hunter2 --quiet', 'mongosh --password *** --quiet'],
  ['mysql -uroot -ppw -h127.0.0.1 test', 'mysql -u*** -p*** -h127.0.0.1 test'],
  ['/usr/bin/mysqladmin -u root -ppw -P3306 shutdown', '/usr/bin/mysqladmin -u *** -p*** -P3306 shutdown'],
  ['mariadb-dump -ppw x', 'mariadb-dump -p*** x'],
  ['psql -U bench -p5432 x', 'psql -U *** -p5432 x'],
  ['mysql -ppw; ssh -p22 host', 'mysql -p***; ssh -p22 host'],
  ['PGPASSWORD=pw psql', 'PGPASSWORD=*** psql'],
  ['env MYSQL_PWD=pw PGUSER=me x', 'env MYSQL_PWD=*** PGUSER=*** x'],
  ['host=h password=pw dbname=d', 'host=h password=*** dbname=d'],
  ['postgres://me:p@ss@host:5432/db', 'postgres://***:***@host:5432/db'],
  ['mongodb+srv://me@host', 'mongodb+srv://***@host'],
  ["create user u identified by 'pw'", "create user u identified by '***'"],
  ["alter role u password 'pw'", "alter role u password '***'"],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
  ['LUA_PATH=/home/name/git/lua/?.lua /home/name/bin/sysbench', 'LUA_PATH=~/git/lua/?.lua ~/bin/sysbench'],
  ['/root/x and /root', '~/x and ~'],
  ['/Users/name/x', '~/x'],
  ['C:\\Users\\name\\x', '~\\x'],
  ['{"argv": ["--mysql-password=pw"]}', '{"argv": ["--mysql-password=***"]}'],
])('%s', (text, wanted) => {
  expect(redact(text)).toBe(wanted)
})

test.each([
  'queries:                             9829963 (16383.27 per sec.)\r\n\r\n',
  'mysql: [Warning] Using a password on the command line interface can be insecure.',
  'mysql_native_password=ON\nvalidate_password=OFF\npassword_encryption = scram-sha-256',
  'PWD=/data/m OLDPWD=/data',
  'mysql 1234 0.0 0.1 /usr/sbin/other -p22',
  'mysqld --port=3306 -p3306',
  '/mnt/home/disk /chroot/root/x /data/rootfs ~/git',
  'http://host:8080/path?x=1@2',
  '--password= --user=',
  'cpu usr 3 sy 4 token ring',
  '',
])('unchanged, byte for byte: %s', (text) => {
  expect(redact(text)).toBe(text)
})

const word = fc.stringMatching(/^[A-Za-z0-9_.]{1,12}$/)
const fragment = fc.oneof(
  word,
  fc.constantFrom(' ', '\n', '\r\n', '\t', '=', '"', "'", ';', '/', '@', ':', '-', ',', '***', '~'),
  fc.constantFrom(
    '--password=',
    '--mysql-user=',
    'PGPASSWORD=',
    'mysql',
    ' -p',
    ' -u',
    'psql -U ',
    '/home/',
    '/root',
    '/Users/',
    'postgres://',
  ),
  fc.constantFrom('identified by ', 'password ', 'authorization: basic ', 'api_key = ', 'C:\\Users\\', ' --password '),
)
const hostile = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''))

test('redacting twice has the same result as redacting once', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = redact(text)
      expect(redact(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('no secret survives in any context', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9!#%^*_+.-]{6,20}$/).map((s) => `Zq${s}9Z`)
  const frame = fc.constantFrom(
    (s: string) => `--mysql-password=${s}`,
    (s: string) => `PGPASSWORD=${s}`,
    (s: string) => `mysql -uroot -p${s} db`,
    (s: string) => `postgres://bob:${s}@h/db`,
    (s: string) => `/home/${s}/x`,
    (s: string) => `--password='${s}'`,
  )
  fc.assert(
    fc.property(secret, frame, word, word, (s, write, before, after) => {
      expect(redact(`${before} ${write(s)}\n${after}`)).not.toContain(s)
    }),
  )
})

test('a hostile line takes linear time', () => {
  for (const part of ['mysql', '-pg_', 'mysql -p\t', 'password = ', '/home/', 'a://', 'x_password', '--password=']) {
    redact(part.repeat(50_000)) // Quadratic time would take minutes and exceed the timeout of the test.
  }
}, 150_000)
