/** Runs the action of a form for the values of one submission. */
export type Submissions = (fields: FormData, run: () => Promise<void>) => Promise<void>

/**
 * Runs submissions of one form one after the other. One with the same values as the newest that has not ended, such as
 * the second click of a double click, is that one.
 */
export function createSubmissions(): Submissions {
  let newest: { fields: FormData; done: Promise<void> } | null = null
  return (fields, run) => {
    if (newest !== null && hasSameValues(newest.fields, fields)) return newest.done
    const before = newest?.done.catch(() => undefined) ?? Promise.resolve()
    const own = { fields, done: before.then(run) }
    newest = own
    const end = () => {
      if (newest === own) newest = null
    }
    own.done.then(end, end)
    return own.done
  }
}

/** True when the fields of a form still have the values that were sent, which may also name the pressed button. */
export function holdsSent(sent: FormData, now: FormData): boolean {
  const ofFields = new FormData()
  for (const [name, value] of sent) if (now.has(name)) ofFields.append(name, value)
  return hasSameValues(ofFields, now)
}

function hasSameValues(a: FormData, b: FormData): boolean {
  const [left, right] = [[...a], [...b]]
  return left.length === right.length && left.every(([name, value], at) => isSameEntry([name, value], right[at]))
}

function isSameEntry([name, value]: [string, FormDataEntryValue], other?: [string, FormDataEntryValue]): boolean {
  if (other === undefined || other[0] !== name) return false
  return typeof value === 'string' || typeof other[1] === 'string'
    ? value === other[1]
    : value.name === other[1].name && value.size === other[1].size && value.lastModified === other[1].lastModified
}
