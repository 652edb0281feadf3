// Values in the local storage of this browser, as JSON. A browser may forbid storage, or have none left: pages then work
// without it.

/** Returns null without a stored value, and for one that is not JSON. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @returns false when the storage is full or forbidden. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function deleteStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // The storage is forbidden, so there is nothing to delete.
  }
}
