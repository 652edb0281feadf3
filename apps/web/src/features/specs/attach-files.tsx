'use client'

import { attachmentMarkdown, MAX_ATTACHMENT_BYTES } from '@assay/domain/specs/attachments/attachment'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSending } from '../../trpc/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { clearForm } from '../../ui/form.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Input } from '../../ui/input.tsx'
import { type AddedFile, addedFile } from '../markdown-field/added-file.ts'

/** Adds files from a paste or a drop. */
export type AttachFilesHandle = { add: (files: readonly AddedFile[]) => void }

type Props = {
  ref: Ref<AttachFilesHandle>
  project: string
  /** Inserts Markdown in place of a placeholder of a pasted text, or at the cursor. */
  insert: (markdown: string, placeholder: string | null) => void
}

/** Uploads images and other files one after the other, each with the words that stand for it in the text. */
export function AttachFiles({ ref, project, insert }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [waiting, setWaiting] = useState<readonly AddedFile[]>([])
  const { busy, failure, send } = useSending()
  const [first] = waiting
  const file = first?.file
  const isImage = file?.type.startsWith('image/') === true

  useImperativeHandle(ref, () => ({ add: (files) => setWaiting((before) => [...before, ...files]) }))
  useEffect(() => {
    if (file !== undefined && dialog.current?.open === false) dialog.current.showModal()
  }, [file])

  const onSubmit = async (fields: FormData, form: HTMLFormElement) => {
    const words = String(fields.get('words') ?? '').trim()
    if (first === undefined || file === undefined) return
    await send(async (client) => {
      if (file.size > MAX_ATTACHMENT_BYTES) {
        return `${file.name} has ${formatBytes(file.size)}; attachments have at most ${formatBytes(MAX_ATTACHMENT_BYTES)}.`
      }
      const contentBase64 = await base64Of(file)
      const attachment = await client.specs.attach.mutate({ project, fileName: file.name, contentBase64 })
      insert(attachmentMarkdown(attachment, words), first.placeholder)
      clearForm(form)
      setWaiting((before) => before.slice(1))
      if (waiting.length === 1) dialog.current?.close()
      // An empty message ends the sending, because the dialog stays for the next file.
      return ''
    })
  }

  return (
    <>
      <Button onClick={() => chooser.current?.click()}>Insert an image or file</Button>
      <FileInput
        ref={chooser}
        isCleared
        hidden
        multiple
        aria-label="Images and files to insert"
        onFiles={(files) => setWaiting(files.map(addedFile))}
      />
      <FormDialog
        dialog={dialog}
        id="attach-file"
        title={isImage ? 'Insert an image' : 'Insert a file'}
        submit="Insert"
        disabled={busy}
        failure={failure}
        action={onSubmit}
        onClose={() => {
          // Images that were not stored leave no placeholder.
          for (const { placeholder } of waiting) if (placeholder !== null) insert('', placeholder)
          setWaiting([])
        }}
      >
        <p>{file === undefined ? '' : `${file.name}, ${formatBytes(file.size)}`}</p>
        <label>
          {isImage ? 'Alternative text' : 'Text of the link'}{' '}
          <small>{isImage ? 'for readers who cannot see it' : ''}</small>
          <Input
            key={first?.placeholder ?? file?.name}
            name="words"
            defaultValue={first?.alt}
            required
            maxLength={500}
            autoComplete="off"
          />
        </label>
      </FormDialog>
    </>
  )
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`))
    reader.readAsDataURL(file)
  })
