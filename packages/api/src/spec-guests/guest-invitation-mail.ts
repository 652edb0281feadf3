import type { Project } from '@assay/db/types'
import { pathOfProject } from '@assay/domain/projects/project-key'
import type { Mail } from '../mail/mail.ts'
import { writeMail } from '../mail/mail.ts'

export const guestReviewUrl = (publicUrl: string, secret: string): string => `${publicUrl}/review/${secret}`

export const specUrl = (publicUrl: string, project: Project, name: string): string =>
  `${publicUrl}${pathOfProject(project)}/specs/${name}`

type Invited = {
  to: string
  url: string
  by: string
  spec: string
  project: string
  /** The time of the review meeting, formatted; null before it is scheduled. */
  meeting: string | null
  until: string | null
}

/** Writes the mail that invites a guest. No other mail contains the link, because only its hash is stored. */
export const invitationMail = ({ to, url, by, spec, project, meeting, until }: Invited): Mail =>
  writeMail({
    to,
    subject: `${by} asks you to review ${spec}`,
    paragraphs: [
      `${by} asks you to review ${spec} of ${project}.`,
      ...(meeting === null
        ? []
        : [`The review meeting is on ${meeting}. You do not have to attend: every comment gets a response.`]),
      until === null
        ? 'The link is personal and works until the end of the review. Keep this e-mail: later ones do not repeat the link.'
        : `The link is personal and works until ${until.slice(0, 10)}. Keep this e-mail: later ones do not repeat the link.`,
    ],
    link: { label: `Review ${spec}`, url },
  })
