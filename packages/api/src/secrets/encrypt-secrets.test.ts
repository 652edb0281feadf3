import { expect, test } from 'vitest'
import { openVault } from './encrypt-secrets.ts'

const vault = openVault('a secret for tests, which is no secret')

test('a sealed text can be opened again, is sealed differently each time, and does not reveal its content', () => {
  const [a, b] = [vault.seal('whsec_abc ü'), vault.seal('whsec_abc ü')]
  expect(a).not.toBe(b)
  expect(a).not.toContain('whsec')
  expect([vault.open(a), vault.open(b)]).toEqual(['whsec_abc ü', 'whsec_abc ü'])
})

test('after a rotation, texts sealed with the previous secret can be opened, and new ones are sealed with the new secret', () => {
  const sealed = vault.seal('whsec_abc')
  const rotated = openVault('the secret that replaced it, for tests', 'a secret for tests, which is no secret')
  expect(rotated.open(sealed)).toBe('whsec_abc')
  expect(vault.open(rotated.seal('whsec_new'))).toBeNull()
  expect(openVault('the secret that replaced it, for tests').open(sealed)).toBeNull()
})

test('a wrong key or a changed text cannot be opened', () => {
  const sealed = vault.seal('https://hooks.example/secret')
  expect(openVault('another secret, which is none either').open(sealed)).toBeNull()
  const flipped = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(vault.open(flipped)).toBeNull()
  for (const nonsense of ['', 'v1.', 'v2.abc', 'plain']) expect(vault.open(nonsense)).toBeNull()
})
