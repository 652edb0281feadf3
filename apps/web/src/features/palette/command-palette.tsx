'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { comparePairPath } from '../../paths.ts'
import type { Found } from '../../trpc/answers.ts'
import { client } from '../../trpc/client.ts'
import type { PageLink } from '../shell/project-sections.ts'
import style from './command-palette.module.css'
import { foundHref } from './found-href.ts'
import { KeyboardHelp } from './keyboard-help.tsx'
import { KIND_LABELS } from './kind-labels.ts'
import { actionsFor, pairCommands } from './palette-commands.ts'
import type { PaletteProps } from './search-button.tsx'
import { listenForSearch } from './search-keys.ts'

const WAIT_MS = 80
const SHOWN = 30

/** A query and its matches; `failed` when the server did not answer. */
type Answer = { text: string; found: readonly Found[]; failed: boolean }
const NOTHING: Answer = { text: '', found: [], failed: false }

/** Search and commands in one list, which can be operated by keyboard only. */
export function CommandPalette({ project, pages, pairs, mine, onClose }: PaletteProps) {
  const router = useRouter()
  const [text, setText] = useState('')
  const answer = useFound(project, text.trim())
  // Take over the keys that were typed before the field had focus.
  useEffect(() => {
    const keys = listenForSearch()
    const typed = keys.typed ?? ''
    keys.typed = null
    keys.isOpen = true
    if (typed !== '') setText((text) => text + typed)
    return () => {
      keys.isOpen = false
    }
  }, [])
  const go = (href: string) => {
    onClose()
    // A route that redirects is loaded by the browser, because the router would encode the commas of the new address.
    if (href.startsWith(comparePairPath(project))) location.assign(href)
    else router.push(href)
  }
  const shownPages = pages.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  const shownMine =
    text.trim() === '' ? [['Favorites', mine?.kept ?? []] as const, ['Recently viewed', mine?.seen ?? []] as const] : []
  const shownPairs = pairCommands(project, pairs, text)
  const shownActions = actionsFor(project, text)
  const groups = [...Map.groupBy(answer.found, ({ kind }) => kind)]
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      label="Search"
      shouldFilter={false}
      loop
      overlayClassName={style.overlay ?? ''}
      contentClassName={style.dialog ?? ''}
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="18.0 vs 17.6, versions, machines, tests, new report; ? for help"
        className={style.input}
      />
      <Command.List className={style.list} label="Found">
        <Command.Empty className={style.empty}>{emptyText(text.trim(), answer)}</Command.Empty>
        {text.trim() === '?' && <KeyboardHelp />}
        <CommandGroup heading="Compare" commands={shownPairs} go={go} />
        <CommandGroup heading="Actions" commands={shownActions} go={go} />
        {groups.map(([kind, found]) => (
          <Command.Group key={kind} heading={KIND_LABELS[kind]} className={style.group}>
            {found.map((one) => (
              <Command.Item
                key={`${kind} ${one.key}`}
                value={`${kind} ${one.key}`}
                onSelect={() => go(foundHref(project, one))}
                className={style.item}
              >
                <span>{one.title}</span>
                {one.about !== '' && <span className={style.about}>{one.about}</span>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {shownMine.map(
          ([heading, pages]) =>
            pages.length > 0 && (
              <Command.Group key={heading} heading={heading} className={style.group}>
                {pages.map(({ path, name }) => (
                  <Command.Item
                    key={path}
                    value={`${heading} ${path}`}
                    onSelect={() => go(path)}
                    className={style.item}
                  >
                    {name}
                  </Command.Item>
                ))}
              </Command.Group>
            ),
        )}
        <CommandGroup heading="Pages" commands={shownPages} go={go} />
      </Command.List>
    </Command.Dialog>
  )
}

type GroupProps = { heading: string; commands: readonly PageLink[]; go: (href: string) => void }

function CommandGroup({ heading, commands, go }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <Command.Group heading={heading} className={style.group}>
      {commands.map(({ href, label }) => (
        <Command.Item key={href} value={`${heading} ${href}`} onSelect={() => go(href)} className={style.item}>
          {label}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function emptyText(text: string, { text: searched, failed }: Answer): string {
  if (failed) return 'The server did not answer. Try again.'
  return text === searched ? `No matches for “${text}”.` : 'Searching …'
}

/**
 * Returns the matches of a text, requested when typing pauses; a response that arrives after a later one is dropped.
 */
function useFound(project: string, text: string): Answer {
  const [answer, setAnswer] = useState(NOTHING)
  const latestQuery = useRef('')
  useEffect(() => {
    latestQuery.current = text
    if (text === '') {
      setAnswer(NOTHING)
      return
    }
    const timer = setTimeout(async () => {
      const found = await client.search.find.query({ project, text, limit: SHOWN }).catch(() => null)
      if (latestQuery.current === text) setAnswer({ text, found: found ?? [], failed: found === null })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [project, text])
  return answer
}
