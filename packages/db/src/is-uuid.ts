/** True for what Postgres takes as a uuid; an id that is none belongs to nothing, which is no error. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
