'use client'

import { Failure } from '../../../features/shell/failure.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

export default function ErrorPage(props: Props) {
  return <Failure {...props} />
}
