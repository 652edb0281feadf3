'use client'

import { ErrorMessage } from '../features/shell/server-problems.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage(props: Props) {
  return <ErrorMessage {...props} />
}
