import { chartSvg } from '@assay/domain/chart/chart-svg'
import { figureCharts } from '@assay/domain/share/figure-chart'
import { chartPicture } from '../../../../../features/share/chart-picture.tsx'
import { getShare, nothingThere } from '../../../../../trpc/shares.ts'

type Props = { params: Promise<{ secret: string; name: string }> }

/** One chart of a share as a file: `1-chart-2.svg` is the second chart of the first figure. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const { secret, name } = await params
  const opened = await getShare(secret)
  const [, figure = '', id = '', extension = ''] = /^(\d{1,3})-(chart-\d{1,2})\.(svg|png)$/.exec(name) ?? []
  if (opened.kind !== 'open') return nothingThere()
  const grid = opened.share.content.figures[Number(figure) - 1]?.grid
  const model = grid === undefined ? undefined : figureCharts(grid).find((one) => one.id === id)
  if (model === undefined) return nothingThere()
  if (extension === 'png') return chartPicture(model)
  return new Response(chartSvg(model), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
