'use client'

import { type ComponentProps, useCallback } from 'react'
import type { Found } from '../../trpc/api-types.ts'
import { Combobox } from '../../ui/combobox.tsx'

type Kind = 'product' | 'version' | 'hardware' | 'workload' | 'test'

type Props = Omit<ComponentProps<typeof Combobox>, 'suggest'> & { project: string; kind: Kind }

/** The search ranks all kinds together, so that more are asked for than are shown. */
const MAX_ASKED = 60
const MAX_SHOWN = 10

/** A text field that suggests names of the project; a name that has no results yet may be typed. */
export function NameCombobox({ project, kind, ...field }: Props) {
  const suggest = useCallback(
    async (text: string) => {
      const { client } = await import('../../trpc/client.ts')
      return namesOf(kind, await client.search.find.query({ project, text, limit: MAX_ASKED }))
    },
    [project, kind],
  )
  return <Combobox {...field} suggest={suggest} />
}

/** Names of one kind, each once. The title of a version has its product; its filter is the name alone. */
const namesOf = (kind: Kind, found: readonly Found[]): string[] =>
  [
    ...new Set(
      found
        .filter((one) => one.kind === kind)
        .map(({ title, filters }) => (kind === 'version' ? filters.version : title)),
    ),
  ]
    .filter((name) => name !== undefined)
    .slice(0, MAX_SHOWN)
