import { reproductionWords } from '../../../../features/reports/reproduction-badge.tsx'
import { badgeSvg } from '../../../../features/share/badge-svg.ts'
import { getReproduction, getShare, nothingThere } from '../../../../trpc/shares.ts'

type Props = { params: Promise<{ secret: string }> }

/** A picture of two words for a README: whether today's data still say what was frozen. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const opened = await getShare((await params).secret)
  if (opened.kind !== 'open') return nothingThere()
  const all = await getReproduction(opened)
  const worst = all.find(({ kind }) => kind === 'differs') ?? all.find(({ kind }) => kind === 'gone') ?? all[0]
  const words = worst === undefined ? 'frozen' : reproductionWords(worst)
  return new Response(badgeSvg('assay', words, worst?.kind === 'reproduced'), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
