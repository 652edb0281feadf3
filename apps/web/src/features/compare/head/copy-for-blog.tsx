'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Its scripts are loaded with the first click. */
const BlogDialog = dynamic(() => import('./blog-dialog.tsx').then((module) => module.BlogDialog), { ssr: false })

type Props = { project: string; query: string; title: string }

/** Opens the dialog with the figure, the table and the text of the comparison for a post. */
export function CopyForBlog(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" className="no-print" onClick={() => setOpen(true)}>
        Copy for blog
      </Button>
      {isOpen && <BlogDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
