import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { projectPath, projectSegment } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import type { CommandIo } from '../command-io.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'
import { at, type Connection, request } from '../server/http-request.ts'
import { Stop, stopOfSystemError } from '../stop.ts'
import { textTable } from '../text-table.ts'
import { failure, notReached } from './compare-command.ts'
import { requireProject } from './require-project.ts'
import { readSpecPath, writeSpecFolder } from './spec-folder-files.ts'

export const SPEC_FILE_FORMATS = ['markdown', 'html', 'pdf', 'json'] as const
export type SpecFileFormat = (typeof SPEC_FILE_FORMATS)[number]

type InProject = { project?: string }
export type SpecListFlags = InProject & { format: 'text' | 'json' }
export type SpecExportFlags = InProject & { format?: SpecFileFormat; revision?: number; output?: string; git?: string }
export type SpecImportFlags = InProject & {
  spec?: string
  base?: number
  note?: string
  kind?: 'functional' | 'design'
  title?: string
  parent?: string
}

const Listed = z.object({
  specs: z.array(
    z.looseObject({
      name: z.string(),
      title: z.string(),
      state: z.string(),
      revision: z.number(),
      feedback: z.number(),
      open: z.number(),
      meetingAt: z.string().nullable(),
    }),
  ),
})
const Found = z.looseObject({ revision: z.number() })
const Brought = z.looseObject({ name: z.string(), brought: z.enum(['whole', 'text']) })
const Revised = z.looseObject({ outcome: z.enum(['saved', 'kept']), revision: z.number() })

/** `assay spec list`: the specs of a project, newest change first. */
export async function listSpecs(flags: SpecListFlags, io: CommandIo): Promise<ExitCode> {
  const answer = await open(flags, io).ask('')
  const { specs } = Listed.parse(await answer.json())
  if (flags.format === 'json') {
    await io.out.write(`${JSON.stringify(specs, null, 2)}\n`)
    return EXIT.ok
  }
  const rows = specs.map(({ name, state, revision, feedback, open: waits, meetingAt, title }) => [
    ...[name, state, String(revision), `${waits}/${feedback}`, meetingAt?.slice(0, 10) ?? '', title],
  ])
  await io.out.write(
    specs.length === 0
      ? 'There is no spec yet.\n'
      : textTable(['spec', 'state', 'revision', 'open', 'meeting', 'title'], rows, new Set([2, 3])),
  )
  return EXIT.ok
}

/** `assay spec export`: writes a revision with its whole appendix to a file or to standard output. */
export async function exportSpec(name: string, flags: SpecExportFlags, io: CommandIo): Promise<ExitCode> {
  const { output, git } = flags
  if (git !== undefined && (output !== undefined || flags.format !== undefined)) {
    throw new Stop(EXIT.usage, '--git writes a folder, so --format and --output do not apply to it.')
  }
  const format = git === undefined ? (flags.format ?? formatOf(output)) : 'json'
  if (format === 'pdf' && output === undefined) throw new Stop(EXIT.usage, 'A PDF needs a file: -o FILE.')
  const query = new URLSearchParams({ format })
  if (flags.revision !== undefined) query.set('revision', String(flags.revision))
  const answer = await open(flags, io).ask(`/${encodeURIComponent(name)}/export?${query}`)
  if (git !== undefined) {
    const { folder, files } = await writeSpecFolder(git, await answer.text())
    await io.log.write(`${name} is in ${folder}, ${files} files.\n`)
  } else if (output === undefined) await io.out.write(await answer.text())
  else {
    await writeFile(output, new Uint8Array(await answer.arrayBuffer())).catch((cause: unknown) => {
      throw stopOfSystemError(cause, `${output} cannot be written`)
    })
    await io.log.write(`${name} is in ${output}.\n`)
  }
  return EXIT.ok
}

/** `assay spec import`: imports a file as a new spec, or as the next revision of one, and prints its address. */
export async function importSpec(path: string, flags: SpecImportFlags, io: CommandIo): Promise<ExitCode> {
  const { spec, kind, title, parent, base, note } = flags
  refuseTogether(flags)
  const { file } = await readSpecPath(path)
  const server = open(flags, io)
  if (spec === undefined) {
    const answer = await server.ask('/import', {
      file,
      ...(kind === undefined ? {} : { kind }),
      ...(title === undefined ? {} : { title }),
      ...(parent === undefined ? {} : { parent }),
    })
    const { name, brought } = Brought.parse(await answer.json())
    await io.log.write(
      brought === 'whole'
        ? `${name}, with its revisions, comments and responses.\n`
        : `${name}, a draft of its text.\n`,
    )
    await io.out.write(`${server.page(name)}\n`)
    return EXIT.ok
  }
  const at = `/${encodeURIComponent(spec)}`
  const written = base ?? Found.parse(await (await server.ask(at)).json()).revision
  const answer = await server.ask(`${at}/import`, { file, base: written, ...(note === undefined ? {} : { note }) })
  const { outcome, revision } = Revised.parse(await answer.json())
  await io.out.write(`${server.page(spec)}\n`)
  if (outcome === 'saved') {
    await io.log.write(`${spec} is at revision ${revision}.\n`)
    return EXIT.ok
  }
  await io.log.write(
    `${spec} is at revision ${revision}, which another person stored after revision ${written}. Your text is saved as a copy.\n`,
  )
  return EXIT.refused
}

const OF_NEW = ['kind', 'title', 'parent'] as const
const OF_REVISION = ['base', 'note'] as const

function refuseTogether(flags: SpecImportFlags): void {
  const wrong = (flags.spec === undefined ? OF_REVISION : OF_NEW).find((name) => flags[name] !== undefined)
  if (wrong === undefined) return
  throw new Stop(
    EXIT.usage,
    flags.spec === undefined
      ? `--${wrong} applies to a revision. Name its spec with --spec FS-1.`
      : `--${wrong} applies to a new spec, but --spec ${flags.spec} exists.`,
  )
}

/** Returns the export format for a file name extension. */
function formatOf(path: string | undefined): SpecFileFormat {
  const ending = extname(path ?? '').toLowerCase()
  return ending === '.html' || ending === '.pdf' || ending === '.json' ? formats[ending] : 'markdown'
}

const formats = { '.html': 'html', '.pdf': 'pdf', '.json': 'json' } as const

/**
 * Opens the specs of a project on the server. `ask` returns a successful response, and stops with the error of any
 * other.
 */
function open({ project: named }: InProject, io: CommandIo) {
  const environment: Environment = readEnvironment(io.variables)
  const { serverUrl } = environment
  const project = requireProject(named)
  const signal = io.catchInterrupts()
  const connect = async (): Promise<Connection> => ({
    ...{ serverUrl, fetch: io.fetch },
    token: await findToken(environment),
  })
  return {
    page: (name: string) =>
      `${at({ serverUrl, token: null, fetch: io.fetch }, `${projectPath(project)}/specs/${name}`)}`,
    async ask(path: string, body?: object): Promise<Response> {
      const connection = await connect()
      const url = at(connection, `/api/v1/projects/${projectSegment(project)}/specs${path}`)
      const sent =
        body === undefined
          ? {}
          : {
              ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
              body: new TextEncoder().encode(JSON.stringify(body)),
            }
      const answer = await request(connection, url, { ...sent, signal }).catch((cause: unknown) => {
        throw notReached(cause, serverUrl)
      })
      if (!answer.ok) throw new Stop(...(await failure(answer)))
      return answer
    },
  }
}
