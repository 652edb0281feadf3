import { expect, test } from 'vitest'
import { dismissToast, listToasts, showToast, subscribeToToasts } from './toast-list.ts'

test('a message is listed once until it is dismissed, and listeners hear of each change', () => {
  let changes = 0
  const unsubscribe = subscribeToToasts(() => {
    changes += 1
  })
  showToast('Removed.')
  showToast('Revoked.')
  showToast('Removed.')
  expect(listToasts().map(({ text }) => text)).toEqual(['Revoked.', 'Removed.'])
  for (const { id } of listToasts()) dismissToast(id)
  expect(listToasts()).toEqual([])
  expect(changes).toBe(5)
  unsubscribe()
  showToast('Later.')
  expect(changes).toBe(5)
})
