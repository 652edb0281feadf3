import { EXPORT_FORMATS, type ExportFormat } from '@assay/api/comparisons/export-grid'
import { ERRORS } from '@assay/api/errors'
import { faultError } from '@assay/api/http/fault'
import { projectName } from '@assay/domain/projects/project-key'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { FIGURE_KINDS, type FigureKind, readFigure } from '../../../../../features/compare/read-figure.ts'
import { api } from '../../../../../trpc/server-caller.ts'

type Context = { params: Promise<{ project: string }> }

/** Exports the table of the page in another format, with the renderers of the API and the CLI. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { project } = await params
  const { searchParams } = new URL(request.url)
  const format = searchParams.get('format') ?? 'text'
  const download = searchParams.has('download')
  const theme = searchParams.get('theme') === 'dark' ? 'dark' : 'light'
  for (const own of ['format', 'download', 'chart', 'cell', 'theme']) searchParams.delete(own)
  const query = searchParams.toString()
  const known = [...Object.keys(EXPORT_FORMATS), ...FIGURE_KINDS]
  if (!isFormat(format) && !isFigure(format)) {
    return text(`Format ${JSON.stringify(format)} is unknown; known: ${known.join(', ')}.`, 422)
  }
  try {
    const file = isFigure(format)
      ? await readFigure({ project, query, kind: format, theme })
      : await (await api()).comparisons.export({ project, query, format })
    const { mediaType, extension } = isFigure(format) ? SVG : EXPORT_FORMATS[format]
    const headers = {
      'content-type': `${mediaType}; charset=utf-8`,
      // Exports contain names from users, so an export that is opened as a page must not load or run anything.
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ...(download
        ? { 'content-disposition': `attachment; filename="${projectName(project)}-comparison.${extension}"` }
        : {}),
    }
    return new Response(file, { headers })
  } catch (error) {
    const fault = faultError(error)
    if (fault !== null) return text(fault.detail, ERRORS[fault.code].status)
    if (!(error instanceof TRPCError)) throw error
    return text(error.message, getHTTPStatusCodeFromError(error))
  }
}

const SVG = { mediaType: 'image/svg+xml', extension: 'svg' }

/** Figures are exports of the page alone; the API has the numbers. */
const isFigure = (name: string): name is FigureKind => FIGURE_KINDS.some((kind) => kind === name)

const isFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_FORMATS, name)

const text = (message: string, status: number) =>
  new Response(`${message}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
