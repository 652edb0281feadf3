'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { comparePairPath } from '../../paths.ts'
import type { Found } from '../../trpc/api-types.ts'
import { client } from '../../trpc/client.ts'
import type { PageLink } from '../shell/project-sections.ts'
import style from './command-palette.module.css'
import { foundHref } from './found-href.ts'
import { KeyboardHelp } from './keyboard-help.tsx'
import { KIND_LABELS } from './kind-labels.ts'
import { actionsFor, docsFor, HELP, pagesFor, pairCommands } from './palette-commands.ts'
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
  useTypedKeys(setText)
  const go = (href: string) => {
    onClose()
    // A route that redirects is loaded by the browser, because the router would encode the commas of the new address.
    if (href.startsWith(comparePairPath(project))) location.assign(href)
    else router.push(href)
  }
  const shownPairs = pairCommands(project, pairs, text)
  const shownActions = actionsFor(project, text)
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
        {text.trim() === HELP && <KeyboardHelp />}
        <CommandGroup heading="Compare" commands={shownPairs} go={go} />
        <CommandGroup heading="Actions" commands={shownActions} go={go} />
        <FoundGroups project={project} found={answer.found} go={go} />
        {text.trim() === '' && (
          <>
            <VisitedGroup heading="Favorites" pages={mine?.saved ?? []} go={go} />
            <VisitedGroup heading="Recently viewed" pages={mine?.seen ?? []} go={go} />
          </>
        )}
        <CommandGroup heading="Pages" commands={pagesFor(pages, text)} go={go} />
        <CommandGroup heading="Documentation" commands={docsFor(text)} go={go} />
      </Command.List>
    </Command.Dialog>
  )
}

/** Takes over the keys that were typed before the field had focus. */
function useTypedKeys(setText: Dispatch<SetStateAction<string>>): void {
  useEffect(() => {
    const keys = listenForSearch()
    const typed = keys.typed ?? ''
    keys.typed = null
    keys.isOpen = true
    if (typed !== '') setText((text) => text + typed)
    return () => {
      keys.isOpen = false
    }
  }, [setText])
}

type Go = (href: string) => void

function FoundGroups({ project, found, go }: { project: string; found: readonly Found[]; go: Go }) {
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, members]) => (
    <Command.Group key={kind} heading={KIND_LABELS[kind]} className={style.group}>
      {members.map((one) => (
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
  ))
}

type VisitedProps = { heading: string; pages: readonly { path: string; name: string }[]; go: Go }

const VisitedGroup = ({ heading, pages, go }: VisitedProps) => (
  <CommandGroup heading={heading} commands={pages.map(({ path, name }) => ({ href: path, label: name }))} go={go} />
)

type GroupProps = { heading: string; commands: readonly PageLink[]; go: Go }

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
