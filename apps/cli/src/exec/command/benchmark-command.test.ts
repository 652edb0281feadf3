import { expect, test } from 'vitest'
import { commandLine, fileWord } from './benchmark-command.ts'
import { readBenchmarkCommand } from './read-benchmark-command.ts'

const read = (line: string, variables: Record<string, string> = {}) => readBenchmarkCommand(line.split(' '), variables)

test('a sysbench command states its test, threads and server', () => {
  expect(
    read(
      'taskset -c 0-3 /usr/bin/sysbench --threads=8 /opt/lua/oltp_read_only.lua --db-driver=pgsql --pgsql-host=box,box2 ' +
        '--pgsql-port=5433 --pgsql-user=me --pgsql-password=geheim --pgsql-db=bench run',
    ),
  ).toEqual({
    test: 'oltp_read_only',
    clients: 8,
    server: {
      kind: 'postgres',
      host: 'box',
      port: 5433,
      socketPath: undefined,
      user: 'me',
      password: 'geheim',
      database: 'bench',
    },
  })
  expect(read('sysbench oltp_point_select --db-driver=mysql --mysql-socket=/run/my.sock run')).toMatchObject({
    clients: 1,
    server: { kind: 'mysql', host: undefined, socketPath: '/run/my.sock', user: 'sbtest', database: 'sbtest' },
  })
  expect(read('sysbench cpu --threads=2 run')).toEqual({ test: 'cpu', clients: 2, server: null })
})

test('pgbench arguments are parsed as getopt does, with the environment of libpq', () => {
  const variables = { PGHOST: '/tmp', PGUSER: 'env', PGPASSWORD: 'geheim', PGDATABASE: 'other' }
  expect(read('pgbench -c16 -j 2 -SP 1 -T60 -p 5433 -U me bench', variables)).toEqual({
    test: 'select-only',
    clients: 16,
    server: { kind: 'postgres', host: '/tmp', port: 5433, user: 'me', password: 'geheim', database: 'bench' },
  })
  expect(read('pgbench --client=4 --builtin simple-update', variables)).toMatchObject({
    test: 'simple-update',
    clients: 4,
    server: { host: '/tmp', user: 'env', database: 'other' },
  })
  expect(read('pgbench -f /x/mine.sql@3 postgres://me@box:5433/bench')).toMatchObject({
    test: 'mine',
    clients: 1,
    server: { host: 'box', port: 5433, user: 'me', database: 'bench' },
  })
  expect(readBenchmarkCommand(['pgbench', "host=box dbname='my db'"], {})).toMatchObject({
    server: { host: 'box', database: 'my db' },
  })
  expect(read('pgbench -i -s 10').test).toBe('initialize')
})

test('for an unknown program only the name is recorded', () => {
  expect(read('./bench/run_all.sh --threads 8')).toEqual({ test: 'run_all', clients: null, server: null })
  expect(read('sysbench oltp_read_only --threads=many run').clients).toBeNull()
})

test('the recorded command can be run again, and contains no secret', () => {
  expect(commandLine(['sysbench', '--pgsql-password=ge heim', "it's", 'a*b', '', 'run'])).toBe(
    String.raw`sysbench --pgsql-password=*** 'it'\''s' 'a*b' '' run`,
  )
  for (const argv of [
    ['sysbench', '--mysql-password=geheim', 'run'],
    ['sysbench', '--mysql-password=ge heim', 'run'],
    ['env', 'PGPASSWORD=geheim', 'pgbench'],
    ['pgbench', 'postgres://me:geheim@box/db'],
    ['mysqlslap', '-pgeheim'],
    ['mysqlslap', "-pge'heim"],
    ['bash', '-c', 'mysql -pgeheim'],
    ['bash', '-c', 'PGPASSWORD=geheim pgbench -T 10'],
    ['bash', '-c', "sysbench --mysql-password='ge heim' run"],
    ['mysqlslap', '--password', "ge ' heim"],
    ['sysbench', '--pgsql-password=ge"; heim', 'run'],
  ]) {
    expect(commandLine(argv)).not.toMatch(/heim/)
  }
})

test('any test name is converted to a valid file name', () => {
  expect(['a b', '../x', '', '.hidden', 'ü/ü', '-x'].map(fileWord)).toEqual([
    'a_b',
    'x',
    'benchmark',
    'hidden',
    'benchmark',
    'x',
  ])
})
