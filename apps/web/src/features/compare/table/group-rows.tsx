import { type GroupDrawing, groupHtml } from './body-html.ts'

/** The rows of one group below its name, and what they say together. */
export function GroupRows(group: GroupDrawing) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: groupHtml escapes every text, which its test holds it to
  return <tbody dangerouslySetInnerHTML={{ __html: groupHtml(group) }} />
}
