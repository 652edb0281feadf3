'use client'

import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { correctionProfile, type Statements } from '@assay/domain/import/profile/correction-profile'
import type { Correction } from '@assay/domain/import/profile/corrections'
import type { MappingRule } from '@assay/domain/import/profile/mapping-rule'
import { useEffect, useRef, useState } from 'react'
import { importUploadPath, previewUploadPath } from '../../paths.ts'
import { withoutSystemFiles } from './dropped-files.ts'
import { isSentInChunks } from './file-chunks.ts'
import {
  deleteUploadProgress,
  type InterruptedUpload,
  readInterruptedUpload,
  saveUploadProgress,
} from './interrupted-upload.ts'
import { type Packed, packFiles, whyTooMany } from './pack-files.ts'
import { sendFiles } from './send-files.ts'
import type { Answer, Progress } from './send-request.ts'
import type { ChosenFile } from './tar-file.ts'

/** Handling of results that are already stored with other values. */
export type OnConflict = 'stop' | 'repeat' | 'replace'

export type Stored = {
  runs: { runId: string; outcome: 'stored' | 'already' }[]
  problems: { file: string; line?: number; message: string }[]
}

type State = {
  packed: Packed | null
  /** The import profile of the project; null when it has none. */
  stored: string | null
  /** The stored profile with the corrections of this import, as YAML. */
  profile: string
  corrections: readonly Correction[]
  /** Mappings of files that no format reads, as the person pointed them out. */
  mappings: readonly MappingRule[]
  preview: PreviewDocument | null
  receipt: Stored | null
  /** The step that is under way. */
  busy: 'packing' | 'previewing' | 'storing' | null
  progress: Progress
  /** Files that were chosen while others were being stored. */
  next: readonly ChosenFile[] | null
  failure: { message: string; code: string } | null
  /** An upload of an earlier visit that was not completed. */
  interrupted: InterruptedUpload | null
}

const EMPTY: Omit<State, 'stored'> = {
  packed: null,
  profile: '',
  corrections: [],
  mappings: [],
  preview: null,
  receipt: null,
  busy: null,
  progress: null,
  next: null,
  failure: null,
  interrupted: null,
}

const isEmpty = ({ corrections, mappings }: Statements): boolean => corrections.length + mappings.length === 0

/** The state of an import: the chosen files, their preview, the corrections of a person, and the outcome. */
export function useImport(project: string, storedProfile: string | null) {
  const [state, setState] = useState<State>({ ...EMPTY, stored: storedProfile })
  const sending = useRef<AbortController | null>(null)
  // The server renders the page without the storage of the browser.
  useEffect(() => setState((before) => ({ ...before, interrupted: readInterruptedUpload(project) })), [project])
  const change = (changes: Partial<State>) => setState((before) => ({ ...before, ...changes }))
  const profileOf = async (statements: Statements): Promise<string> => {
    if (state.stored === null) return correctionProfile(project, statements.corrections, statements.mappings)
    const { addStatements } = await import('@assay/domain/import/add-statements')
    return addStatements(state.stored, statements)
  }

  /** Sends the files; an earlier request that is still under way is superseded. */
  const send = async <T>(url: string, packed: Packed, statements: Statements): Promise<Answer<T> | null> => {
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    const onProgress = (progress: Progress) => {
      change({ progress })
      if (typeof progress === 'number' && isSentInChunks(packed.body)) saveUploadProgress(project, packed, progress)
    }
    // Without statements the server reads names by the profile of the project.
    const profile = isEmpty(statements) ? null : await profileOf(statements)
    const answer = await sendFiles<T>({ project, url, packed, profile, onProgress, signal: own.signal })
    if (answer.ok) deleteUploadProgress(project)
    return sending.current === own ? answer : null
  }

  const preview = async (packed: Packed, statements: Statements) => {
    const profile = isEmpty(statements) ? '' : await profileOf(statements)
    change({ packed, ...statements, profile, busy: 'previewing', progress: 0, failure: null, receipt: null })
    const answer = await send<PreviewDocument>(previewUploadPath(project), packed, statements)
    if (answer === null) return
    if (answer.ok) change({ preview: answer.value, busy: null })
    else change({ failure: answer, busy: null })
  }

  const choose = async (files: readonly ChosenFile[]) => {
    const own = withoutSystemFiles(files)
    if (own.length === 0) return
    if (state.busy === 'storing') return change({ next: own })
    const { corrections, mappings } = state
    const tooMany = whyTooMany(own)
    if (tooMany !== null) return change({ failure: { message: tooMany, code: 'too-many' } })
    setState({ ...EMPTY, stored: state.stored, corrections, mappings, busy: 'packing' })
    try {
      await preview(await packFiles(own), { corrections, mappings })
    } catch {
      const message = 'The files cannot be read. Choose them again; they may have changed meanwhile.'
      setState({ ...EMPTY, stored: state.stored, failure: { message, code: 'unreadable' } })
    }
  }

  return {
    ...state,
    choose,
    chooseNext: async () => {
      if (state.next !== null) await choose(state.next)
    },
    correct: async (changes: Partial<Statements>) => {
      const { corrections, mappings } = state
      if (state.packed !== null) await preview(state.packed, { corrections, mappings, ...changes })
    },
    store: async (onConflict: OnConflict) => {
      const { packed, corrections, mappings } = state
      if (packed === null) return
      change({ busy: 'storing', progress: 0, failure: null })
      const answer = await send<Stored>(importUploadPath(project, onConflict), packed, { corrections, mappings })
      if (answer === null) return
      if (answer.ok) change({ receipt: answer.value, busy: null })
      else change({ failure: answer, busy: null })
    },
    /** The project has this profile now, which includes the statements. */
    saved: (yaml: string) => change({ stored: yaml, corrections: [], mappings: [] }),
    discard: () => {
      deleteUploadProgress(project)
      change({ interrupted: null })
    },
    cancel: () => sending.current?.abort(),
    reset: () => {
      sending.current?.abort()
      setState({ ...EMPTY, stored: state.stored })
    },
  }
}
