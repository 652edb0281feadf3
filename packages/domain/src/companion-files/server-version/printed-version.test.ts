import { pgbench } from '@assay/testing/import/unfamiliar-folder-text'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../../import/profile/shipped-profiles.ts'
import { unwrap } from '../../result.ts'
import { readServerVersion } from './printed-version.ts'

test.each([
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0\n', 'Redis', '7.0.15'],
  ['postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)\n', 'PostgreSQL', '15.20'],
  [
    ' version\n---------\n PostgreSQL 18.1 on aarch64-unknown-linux-gnu, compiled by gcc (GCC) 14.2.1, 64-bit\n(1 row)\n',
    'PostgreSQL',
    '18.1',
  ],
  ['/usr/sbin/mysqld  Ver 8.4.6 for Linux on x86_64 (MySQL Community Server - GPL)\n', 'MySQL', '8.4.6'],
  [
    'mysqld  Ver 8.0.43-34 for Linux on x86_64 (Percona Server (GPL), Release 34, Revision e2841f91)\n',
    'Percona Server',
    '8.0.43-34',
  ],
  ['mariadbd  Ver 11.8.3-MariaDB-ubu2404 for debian-linux-gnu on x86_64 (mariadb.org binary)\n', 'MariaDB', '11.8.3'],
  ['db version v8.0.3\nBuild Info: {\n    "version": "8.0.3"\n}\n', 'MongoDB', '8.0.3'],
  ['# Server\nredis_version:8.2.1\nredis_mode:standalone\n', 'Redis', '8.2.1'],
  ['Valkey server v=8.1.3 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1\n', 'Valkey', '8.1.3'],
])('the version that a server prints is read: %j', (text, product, version) => {
  expect(readServerVersion(text)).toMatchObject({ product, version })
})

test.each([
  'psql (PostgreSQL) 17.2\n',
  'mysql  Ver 8.0.40 for Linux on x86_64 (MySQL Community Server - GPL)\n',
  'We compared PostgreSQL 17.2 on two machines.\n',
  'postgres (PostgreSQL) 17.2\npostgres (PostgreSQL) 18.1\n',
  `postgres (PostgreSQL) 17.2\n${'#'.repeat(4_000)}`,
])('clients, prose and two servers state no version: %j', (text) => {
  expect(readServerVersion(text)).toBeNull()
})

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const printed = (path: string, version: string) => ({ path, text: `postgres (PostgreSQL) ${version}\n` })
const versionsOf = (files: readonly { path: string; text: string }[]) =>
  importFiles(files, { profile, overrides: { hardware: 'lab3' } })

test('the nearest file counts, and one that contradicts a name is reported and not used', () => {
  const files = [
    printed('version.txt', '17.5'),
    printed('postgres/version.txt', '18.1'),
    pgbench('tpcb.log', 0),
    pgbench('postgres/tpcb.log', 1),
    printed('pg16/version.txt', '15.9'),
    pgbench('pg16/tpcb.log', 2),
  ]
  const { documents, problems, questions } = versionsOf(files)
  expect(questions).toEqual([])
  expect(documents.map(({ version }) => version).sort()).toEqual(['16', '17.5', '18.1'])
  expect(problems).toMatchObject([{ file: 'pg16/version.txt', line: 1, message: expect.stringContaining('15.9') }])
})
