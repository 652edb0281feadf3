// Drafts of forms, stored in the browser until the server has stored them.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Key of the draft of a form of a spec. */
export const draftKey = ({ project, name, of }: { project: string; name: string; of: string }): string =>
  `assay-form:${project}/${name}/${of}`

/** True when this browser has text that was typed into a form and not sent. */
export const hasDraft = (key: string): boolean =>
  [...readStored(() => localStorage.getItem(key)).values()].some((value) => value.trim() !== '')

/** Fields that are sent; the others only control the page. */
export const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '',
  )

/** Serializes the values of a form as one text. */
export const serializeForm = (form: HTMLFormElement): string =>
  JSON.stringify(Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value])))

/** Restores the draft. Text typed before this script was loaded is appended. */
export function restoreDraft(form: HTMLFormElement, key: string): void {
  const stored = readStored(() => localStorage.getItem(key))
  let isEarly = false
  for (const field of fieldsOf(form)) {
    const typed = isText(field) && field.value !== field.defaultValue ? field.value : ''
    const before = stored.get(field.name)
    if (typed !== '') isEarly = true
    if (before !== undefined) field.value = typed === '' ? before : joined(before, typed)
  }
  if (isEarly) saveDraft(form, key)
}

/** Joins stored and typed text, because browsers restore the fields of a reopened page themselves. */
function joined(before: string, typed: string): string {
  if (before.startsWith(typed)) return before
  return typed.startsWith(before) ? typed : `${before}\n${typed}`
}

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')

/** Removes the sent text from each field; text typed since then remains. */
export function removeSent(form: HTMLFormElement, sentFields: string): void {
  const sent = readStored(() => sentFields)
  for (const field of fieldsOf(form)) {
    const words = sent.get(field.name) ?? ''
    if (isText(field) && field.value.startsWith(words)) field.value = field.value.slice(words.length).trimStart()
  }
}

export function saveDraft(form: HTMLFormElement, key: string): void {
  try {
    localStorage.setItem(key, serializeForm(form))
  } catch {
    // The storage is full or forbidden; the text is still in the page.
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // The storage is forbidden, so there is nothing to delete.
  }
}

function readStored(read: () => string | null): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(read() ?? '{}')
    if (typeof stored !== 'object' || stored === null) return new Map()
    return new Map(Object.entries(stored).map(([field, value]) => [field, String(value)]))
  } catch {
    return new Map()
  }
}
