import { expect, test } from 'vitest'
import { listenForSearch } from './search-keys.ts'

type Pressed = { key: string; ctrlKey?: boolean; on?: string }

/** Creates a page for the function, which is inlined as text like in ui/inline-script.tsx. */
function openPage({ hasSearch = true } = {}) {
  const listeners: ((event: object) => void)[] = []
  class HTMLElement {
    isContentEditable = false
    tagName: string
    constructor(tagName: string) {
      this.tagName = tagName
    }
  }
  const page: { assaySearchKeys?: ReturnType<typeof listenForSearch> } = {}
  const document = {
    querySelector: () => (hasSearch ? {} : null),
    addEventListener: (_name: string, listener: (event: object) => void) => listeners.push(listener),
  }
  const run = new Function('window', 'document', 'HTMLElement', `return (${listenForSearch.toString()})()`)
  const keys: ReturnType<typeof listenForSearch> = run(page, document, HTMLElement)
  const press = ({ key, ctrlKey = false, on = 'BODY' }: Pressed) => {
    let taken = false
    const event = {
      key,
      ctrlKey,
      metaKey: false,
      altKey: false,
      target: new HTMLElement(on),
      preventDefault: () => {
        taken = true
      },
    }
    for (const listener of listeners) listener(event)
    return taken
  }
  return { keys, press, again: () => run(page, document, HTMLElement), listeners }
}

test('Ctrl+K and the text after it are buffered until the palette opens', () => {
  const { keys, press } = openPage()
  expect(press({ key: 'x' })).toBe(false)
  expect(press({ key: 'k', ctrlKey: true })).toBe(true)
  for (const key of ['p', 'g', ' ', '1', '8', 'Backspace', '7']) expect(press({ key })).toBe(true)
  expect(press({ key: 'Tab' })).toBe(false)
  expect(keys.typed).toBe('pg 17')
})

test('a slash opens search, and later slashes are text', () => {
  const { keys, press } = openPage()
  press({ key: '/' })
  press({ key: '/' })
  expect(keys.typed).toBe('/')
})

test('Escape closes the search', () => {
  const { keys, press } = openPage()
  press({ key: 'k', ctrlKey: true })
  press({ key: 'Escape' })
  expect(keys.typed).toBeNull()
})

test('a field keeps its characters, and the open palette its keys', () => {
  const { keys, press } = openPage()
  expect(press({ key: '/', on: 'INPUT' })).toBe(false)
  expect(press({ key: 'k', ctrlKey: true, on: 'INPUT' })).toBe(true)
  expect(press({ key: 'a', on: 'INPUT' })).toBe(false)
  keys.typed = null
  keys.isOpen = true
  expect(press({ key: 'k', ctrlKey: true, on: 'INPUT' })).toBe(true)
  expect(keys.typed).toBeNull()
})

test("the page's script reuses the listener that the inline script registered", () => {
  const { keys, press, again, listeners } = openPage()
  let requests = 0
  const found = again()
  expect(found).toBe(keys)
  expect(listeners).toHaveLength(1)
  keys.onAsk = () => {
    requests += 1
  }
  press({ key: 'k', ctrlKey: true })
  expect(requests).toBe(1)
})

test('a page without search keeps its keys', () => {
  const { keys, press } = openPage({ hasSearch: false })
  expect(press({ key: 'k', ctrlKey: true })).toBe(false)
  expect(keys.typed).toBeNull()
})
