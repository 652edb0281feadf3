import type { Mail } from '../mail/mail.ts'
import { writeMail } from '../mail/mail.ts'

export const readingUrl = (publicUrl: string, secret: string): string => `${publicUrl}/reading/${secret}`

export const specUrl = (publicUrl: string, project: string, name: string): string =>
  `${publicUrl}/p/${encodeURIComponent(project)}/specs/${name}`

type Invited = {
  to: string
  url: string
  by: string
  spec: string
  project: string
  /** When the review meets, in words; null before it is scheduled. */
  meeting: string | null
  until: string | null
}

/** Tells an outsider of their link. It is in no other mail, as nobody can read it again. */
export const readerLetter = ({ to, url, by, spec, project, meeting, until }: Invited): Mail =>
  writeMail({
    to,
    subject: `${by} asks you to read ${spec}`,
    paragraphs: [
      `${by} would like you to read ${spec} of ${project}, and to say what you think of it.`,
      ...(meeting === null
        ? []
        : [`Its review meets on ${meeting}. You need not come: what you write is answered either way.`]),
      until === null
        ? 'The link is yours alone and opens until the review is over. Keep this mail: later ones do not repeat it.'
        : `The link is yours alone and opens until ${until.slice(0, 10)}. Keep this mail: later ones do not repeat it.`,
    ],
    link: { label: `Read ${spec}`, url },
  })
