import { Notice } from '../../ui/notice.tsx'

type Props = { since: number; href: string }

/** Shows the changes since the last visit of a reviewer. */
export const ChangedSince = ({ since, href }: Props) => (
  <Notice title="Changed since you read it.">
    You read revision {since}: <a href={href}>show changes since revision {since}</a>.
  </Notice>
)
