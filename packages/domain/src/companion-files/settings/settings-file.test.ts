import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSettingsFile, recognizeSettingsFile } from './settings-file.ts'

const ARCHIVE = archiveUrl('fixtures/sysbench-full/feb25.pg.flat/')

test('postgresql.conf: units are kept, comments removed, the last of two values wins, and the equal sign is optional', () => {
  const text =
    "# memory\nshared_buffers = 96GB   # a lot\nwork_mem 4MB\nwal_level='replica'  # x\nsearch_path = '\"$user\", public'\nwork_mem = 8MB\ninclude_dir 'conf.d'\n"
  expect(parseSettingsFile(text, 'f')).toEqual({
    settings: { shared_buffers: '96GB', work_mem: '8MB', wal_level: 'replica', search_path: '"$user", public' },
    includes: [{ line: 7, path: 'conf.d' }],
    problems: [],
  })
})

test('my.cnf: only sections of the server are used, dashes become underscores, a name without a value is on', () => {
  const text =
    '[client]\nport=3306\n[mysqld]\nskip-log-bin\ninnodb-buffer-pool-size=80G\nloose-x_plugin = 0\n; no\n!includedir /etc/mysql/conf.d/\n[mysqld-8.0]\nsql_mode=""\n'
  expect(parseSettingsFile(text, 'f')).toEqual({
    settings: { skip_log_bin: 'ON', innodb_buffer_pool_size: '80G', x_plugin: '0', sql_mode: '' },
    includes: [{ line: 8, path: '/etc/mysql/conf.d/' }],
    problems: [],
  })
})

test('only the second file of a diff is read', () => {
  expect(parseSettingsFile('3c3\n< jit = on\n---\n> jit = off\n', 'f').settings).toEqual({ jit: 'off' })
})

test('secrets are removed, and a line that is not a setting is a problem', () => {
  const { settings, problems } = parseSettingsFile(
    "primary_conninfo = 'host=h password=hunter2'\nwhat is this line\n",
    'f',
  )
  expect(JSON.stringify(settings)).not.toContain('hunter2')
  expect(problems).toEqual([{ file: 'f', line: 2, message: '`what is this line` is not `name = value`' }])
})

archiveTest('the settings files of the archive are parsed completely', () => {
  for (const path of readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('/conf.diff')) continue
    const text = readFileSync(new URL(path, ARCHIVE), 'utf8')
    const { settings, problems } = parseSettingsFile(text, path)
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ shared_buffers: '96GB', checkpoint_timeout: '1800s', wal_level: 'replica' })
    expect(recognizeSettingsFile('conf.diff', text)).toBe(true)
  }
})

test('no text makes the parser throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void parseSettingsFile(text, 'f')))
})
