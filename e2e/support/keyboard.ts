import { expect, type Locator } from '@playwright/test'

/** The tab key, pressed until it reaches something: fails when that cannot be reached. */
export async function tabTo(target: Locator, { key = 'Tab', most = 120 } = {}): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await target.page().keyboard.press(key)
    if (await isFocused(target)) return
  }
  await expect(target, `reached by ${most} presses of ${key}`).toBeFocused({ timeout: 1 })
}

export const isFocused = (target: Locator): Promise<boolean> => target.and(target.page().locator(':focus')).isVisible()
