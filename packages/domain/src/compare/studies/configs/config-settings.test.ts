import { expect, test } from 'vitest'
import { settingsOf } from './config-settings.ts'

test('differing settings are shown, equal ones are counted, and configs without known settings are named', () => {
  const found = settingsOf([
    { product: 'PostgreSQL', name: 'x10b', settings: { io_method: 'sync', shared_buffers: '96GB' } },
    { product: 'PostgreSQL', name: 'x10c', settings: { io_method: 'worker', shared_buffers: '96GB', io_workers: '8' } },
    { product: 'PostgreSQL', name: 'x10a', settings: {} },
  ])
  expect(found.rows).toEqual([
    { setting: 'io_method', values: ['sync', 'worker'] },
    { setting: 'io_workers', values: [null, '8'] },
  ])
  expect([found.same, found.unknown]).toEqual([1, ['x10a']])
})
