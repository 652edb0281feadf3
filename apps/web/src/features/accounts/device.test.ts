import { expect, test } from 'vitest'
import { nameDevice } from './device.ts'

test('a session is named after its browser and system', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'
  expect(nameDevice(chrome)).toBe('Chrome on Linux')
  expect(nameDevice(`${chrome} Edg/150.0`)).toBe('Edge on Linux')
  expect(nameDevice('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Windows')
  expect(nameDevice('curl/8')).toBe('Unknown browser')
  expect(nameDevice(null)).toBe('Unknown browser')
})
