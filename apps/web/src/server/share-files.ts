import { EXPORT_FORMATS, FormatName } from '@assay/api/comparisons/export-grid'
import { exportShare } from '@assay/api/shares/export-share'
import type { Opened } from '@assay/api/shares/open-share'
import { drawingsOf } from '@assay/charts/export/named-drawings'
import { type ChartShapes, chartShapes } from '@assay/charts/shapes/chart-shapes'
import { badgeSvg } from '@assay/charts/svg/badge-svg'
import { shapesSvg } from '@assay/charts/svg/chart-svg'
import { figureElements } from '@assay/domain/publish/share/figure-elements'
import { reproductionWords } from '../features/reports/reproduction-words.ts'
import { chartPicture } from '../features/share/chart-picture.tsx'
import { sharePicture } from '../features/share/share-picture.tsx'
import { api, getOrigin } from '../trpc/server-caller.ts'
import { getReproduction, nothingThere } from './open-share-page.ts'

// Downloads of a share, the same for a secret address and a published one.

/** A file must not load or run anything when it is opened as a page. */
const AS_FILE = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
/** Search engines index the page, whose content the files repeat. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

/** @param page path of the page of the share. */
export async function answerExport(opened: Opened, page: string, request: Request): Promise<Response> {
  const format = FormatName.safeParse(new URL(request.url).searchParams.get('format') ?? '')
  if (opened.kind !== 'open' || !format.success) return nothingThere()
  const origin = await getOrigin()
  const { mediaType, extension } = EXPORT_FORMATS[format.data]
  const text = exportShare(opened.share, format.data, { origin, href: `${origin}${page}` })
  return new Response(text, {
    headers: {
      ...NOT_INDEXED,
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="comparison.${extension}"`,
      'content-security-policy': `${AS_FILE}; img-src data:`,
    },
  })
}

/** One chart as a file: `1-chart-2.svg` is the second chart of the first figure. */
export function answerChart(opened: Opened, name: string): Response {
  const [, figure = '', id = '', extension = ''] = /^(\d{1,3})-(chart-\d{1,3})\.(svg|png)$/.exec(name) ?? []
  if (opened.kind !== 'open') return nothingThere()
  const frozen = opened.share.content.figures[Number(figure) - 1]
  const drawing = frozen === undefined ? undefined : drawingsOf(figureElements(frozen)).find((one) => one.id === id)
  if (drawing === undefined) return nothingThere()
  return chartFile(drawing.shapes, extension, name)
}

/** One chart of a version of a report: `3-1-chart-2.png` is the second chart of the first figure of version 3. */
export async function answerReportChart(project: string, slug: string, name: string): Promise<Response> {
  const [, number = '', figure = '', chart = '', extension = ''] =
    /^(\d{1,6})-(\d{1,3})-chart-(\d{1,3})\.(svg|png)$/.exec(name) ?? []
  const input = { project, slug, number: Number(number), figure: Number(figure), chart: Number(chart) }
  const model = await (await api()).reports.chart(input).catch(() => null)
  return model === null ? nothingThere() : chartFile(chartShapes(model), extension, name)
}

/** Feed readers show these images in their own pages. */
const SHOWN_ELSEWHERE = { 'cross-origin-resource-policy': 'cross-origin' }

function chartFile(shapes: ChartShapes, extension: string, name: string): Response {
  if (extension === 'png') {
    const picture = chartPicture(shapes)
    for (const [header, value] of Object.entries(SHOWN_ELSEWHERE)) picture.headers.set(header, value)
    return picture
  }
  return new Response(shapesSvg(shapes), {
    headers: {
      ...NOT_INDEXED,
      ...SHOWN_ELSEWHERE,
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': AS_FILE,
    },
  })
}

export function answerPicture(opened: Opened): Response {
  return opened.kind === 'open' ? sharePicture(opened.share.content) : nothingThere()
}

/** The badge for a README: compares the frozen content with current results. */
export async function answerBadge(opened: Opened): Promise<Response> {
  if (opened.kind !== 'open') return nothingThere()
  const all = await getReproduction(opened)
  const worst = all.find(({ kind }) => kind === 'differs') ?? all.find(({ kind }) => kind === 'gone') ?? all[0]
  const words = worst === undefined ? 'frozen' : reproductionWords(worst)
  return new Response(badgeSvg('assay', words, worst?.kind === 'reproduced'), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': AS_FILE,
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
