import { expect, type Locator } from '@playwright/test'

/** Presses the tab key until it reaches the target; fails when the target cannot be reached. */
export async function tabTo(target: Locator, { key = 'Tab', maxSteps = 120 } = {}): Promise<void> {
  for (let pressed = 0; pressed < maxSteps; pressed++) {
    await target.page().keyboard.press(key)
    if (await isFocused(target)) return
  }
  await expect(target, `reached by ${maxSteps} presses of ${key}`).toBeFocused({ timeout: 1 })
}

export const isFocused = (target: Locator): Promise<boolean> => target.and(target.page().locator(':focus')).isVisible()
