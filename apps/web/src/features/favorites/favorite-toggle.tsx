'use client'

import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { SavedPage } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Menu } from '../../ui/menu.tsx'
import style from './favorite-toggle.module.css'

type Props = { project: string; saved: readonly SavedPage[] }

/** Saves the current page with its filters under a name, and records the view. Only for signed-in people. */
export function FavoriteToggle({ project, saved }: Props) {
  const pathname = usePathname()
  const router = useRouter()
  const menu = useRef<HTMLDetailsElement>(null)
  const [address, setAddress] = useState('')
  const [message, setMessage] = useState('')
  const found = saved.find(({ path }) => path === address)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect records a view for each path
  useEffect(() => {
    setAddress(here())
    const view = new AbortController()
    const timer = setTimeout(() => void noteSeen(project, view.signal), NOTE_AFTER_MS)
    const leave = () => {
      clearTimeout(timer)
      view.abort()
    }
    // A view that is recorded while the person signs out would be refused with 401.
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('beforeunload', leave)
      leave()
    }
  }, [pathname, project])

  const send = async (fields: FormData) => {
    const name = String(fields.get('name') ?? '').trim()
    try {
      const { client } = await import('../../trpc/client.ts')
      await client.favorites.add.mutate({ project, page: { path: here(), name } })
      close()
    } catch {
      setMessage('Not added: the server refused or did not answer. Try again.')
    }
  }
  const drop = async () => {
    try {
      const { client } = await import('../../trpc/client.ts')
      await client.favorites.remove.mutate({ project, path: here() })
      close()
    } catch {
      setMessage('Not removed: the server did not answer. Try again.')
    }
  }
  const close = () => {
    setMessage('')
    menu.current?.removeAttribute('open')
    menu.current?.querySelector('summary')?.focus()
    router.refresh()
  }

  return (
    <Menu
      menu={menu}
      label={found === undefined ? 'Add to favorites' : 'This page is a favorite'}
      variant="icon"
      className={`${style.keep} needs-script`}
      panelClassName={style.panel}
      onToggle={() => setAddress(here())}
      trigger={
        found === undefined ? (
          <IconStar size={17} aria-hidden="true" />
        ) : (
          <IconStarFilled size={17} aria-hidden="true" />
        )
      }
    >
      <FavoriteForm address={address} found={found} message={message} action={send} onRemove={drop} />
    </Menu>
  )
}

type FormProps = {
  address: string
  found: SavedPage | undefined
  message: string
  action: (fields: FormData) => Promise<void>
  onRemove: () => void
}

function FavoriteForm({ address, found, message, action, onRemove }: FormProps) {
  return (
    <Form action={action} className={style.form} aria-label="Favorite">
      <label>
        Name
        <Input key={address} name="name" required maxLength={200} defaultValue={found?.name ?? titleHere()} />
      </label>
      <p>Only you can see your favorites. They appear in search and on the overview.</p>
      <div className={style.actions}>
        <Button type="submit" variant="primary">
          {found === undefined ? 'Add' : 'Rename'}
        </Button>
        {found !== undefined && <Button onClick={onRemove}>Remove from favorites</Button>}
      </div>
      <p role="status">{message}</p>
    </Form>
  )
}

/** A page that is left within this time does not count as viewed. */
const NOTE_AFTER_MS = 1_500
const NOTE_AGAIN_MS = 3_600_000

const here = () => (typeof location === 'undefined' ? '' : location.pathname + location.search)
const titleHere = () => (typeof document === 'undefined' ? '' : document.title.replace(/ · Assay$/, ''))

/** Records a view at most once an hour for a page of this tab; a failure does not concern the user. */
async function noteSeen(project: string, signal: AbortSignal): Promise<void> {
  const path = here()
  try {
    const key = `assay-seen ${path}`
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < NOTE_AGAIN_MS) return
    sessionStorage.setItem(key, String(Date.now()))
    const { client } = await import('../../trpc/client.ts')
    if (signal.aborted) return
    await client.favorites.noteSeen.mutate({ project, page: { path, name: titleHere() || path } }, { signal })
  } catch {
    // The next view tries again.
  }
}
