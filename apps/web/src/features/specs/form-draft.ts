// Drafts of forms, stored in the browser until the server has stored them. Without storage the text is still in the page.

import { deleteStored, readStored, writeStored } from '../../ui/browser-storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Key of the draft of a form of a spec. */
export const draftKey = ({ project, name, of }: { project: string; name: string; of: string }): string =>
  `assay-form:${project}/${name}/${of}`

/** True when this browser has text that was typed into a form and not sent. */
export const hasDraft = (key: string): boolean =>
  [...textsOf(readStored(key)).values()].some((value) => value.trim() !== '')

/** Fields that are sent; the others only control the page. */
export const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '',
  )

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))

/** Serializes the values of a form as one text. */
export const serializeForm = (form: HTMLFormElement): string => JSON.stringify(valuesOf(form))

/** Restores the draft. Text typed before this script was loaded is appended. */
export function restoreDraft(form: HTMLFormElement, key: string): void {
  const stored = textsOf(readStored(key))
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
  const sent = textsOf(JSON.parse(sentFields))
  for (const field of fieldsOf(form)) {
    const words = sent.get(field.name) ?? ''
    if (isText(field) && field.value.startsWith(words)) field.value = field.value.slice(words.length).trimStart()
  }
}

export function saveDraft(form: HTMLFormElement, key: string): void {
  writeStored(key, valuesOf(form))
}

export const deleteDraft = (key: string): void => deleteStored(key)

/** Returns the texts of stored fields by their names. */
function textsOf(stored: unknown): Map<string, string> {
  if (typeof stored !== 'object' || stored === null) return new Map()
  return new Map(Object.entries(stored).map(([field, value]) => [field, String(value)]))
}
