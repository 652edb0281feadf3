import { FIGURE_THEMES, type FigureColor } from '@assay/charts/scales/figure-theme'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { plural } from '@assay/domain/plural'
import { tldrOf } from '@assay/domain/publish/share/figure-elements'
import { type PreviewFigure, previewFigure } from '@assay/domain/publish/share/preview-figure'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { ImageResponse } from 'next/og'

const SENTENCES = 4
const color = (name: FigureColor): string => FIGURE_THEMES.light[name]

/** Renders the preview image of a link for chats: its title and lead figure, or its summary, masked like the page. */
export function sharePicture(content: SharedContent): Response {
  const { title, by, sharedAt } = content
  const figure = previewFigure(content)
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: figure === null ? 64 : 44,
        background: color('surface'),
        color: color('ink'),
      }}
    >
      <div style={{ display: 'flex', fontSize: figure === null ? 54 : 36, fontWeight: 600, marginBottom: 20 }}>
        {title.slice(0, 130)}
      </div>
      {figure === null ? <Sentences content={content} /> : <Figure figure={figure} />}
      <div style={{ display: 'flex', marginTop: 'auto', fontSize: 22, color: color('ink-faint') }}>
        {`Assay · frozen ${sharedAt.slice(0, 10)} · ${by}`}
      </div>
    </div>,
    { width: 1200, height: 630, headers: { 'cache-control': 'private, no-store' } },
  )
}

function Sentences({ content }: { content: SharedContent }) {
  const texts = content.figures.flatMap((figure) => tldrOf(figure).sentences).map(sentenceText)
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      {texts.slice(0, SENTENCES).map((text) => (
        <div
          key={text}
          style={{ display: 'flex', fontSize: 28, lineHeight: 1.35, marginBottom: 12, color: color('ink-soft') }}
        >
          – {text.slice(0, 150)}
        </div>
      ))}
    </div>
  )
}

const NAME = 330
const TRACK = 660
const ROW = 42
const percent = (at: number) => `${(100 * at).toFixed(1)}%`

const Name = ({ text }: { text: string }) => (
  <div style={{ display: 'flex', width: NAME, fontSize: 24, whiteSpace: 'nowrap', overflow: 'hidden' }}>
    {text.length > 26 ? `${text.slice(0, 25)}…` : text}
  </div>
)

const Rest = ({ left }: { left: number }) => (
  <div style={{ display: 'flex', fontSize: 20, color: color('ink-faint') }}>
    {left === 0 ? '' : plural(left, 'more test')}
  </div>
)

function Figure({ figure }: { figure: PreviewFigure }) {
  return figure.kind === 'plot' ? <Plot figure={figure} /> : <Heat figure={figure} />
}

/** A dot with its interval in each row, on an axis with 1.0 in the middle. */
function Plot({ figure: { rows, scale, left } }: { figure: Extract<PreviewFigure, { kind: 'plot' }> }) {
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      {rows.map(({ name, mark: { state, text, at, from, to } }) => {
        const tone =
          state === 'regression' ? color('worse') : state === 'improvement' ? color('better') : color('ink-faint')
        return (
          <div key={name} style={{ display: 'flex', alignItems: 'center', height: ROW }}>
            <Name text={name} />
            <div style={{ display: 'flex', position: 'relative', width: TRACK, height: ROW }}>
              <Bar
                left={scale.band.from}
                width={scale.band.to - scale.band.from}
                top={0}
                height={ROW}
                fill={color('hover')}
              />
              <Bar left={0.5} width={0.002} top={0} height={ROW} fill={color('line-strong')} />
              {from !== null && to !== null && (
                <Bar left={from} width={to - from} top={ROW / 2 - 1.5} height={3} fill={tone} />
              )}
              <div
                style={{
                  ...{ display: 'flex', position: 'absolute', top: ROW / 2 - 8, width: 16, height: 16 },
                  ...{ left: percent(at ?? 0.5), marginLeft: -8, borderRadius: 8, background: tone },
                }}
              />
            </div>
            <div
              style={{
                display: 'flex',
                justifyContent: 'flex-end',
                width: 110,
                fontSize: 26,
                fontWeight: 600,
                color: tone,
              }}
            >
              {text}
            </div>
          </div>
        )
      })}
      <Rest left={left} />
    </div>
  )
}

type BarProps = { left: number; width: number; top: number; height: number; fill: string }

const Bar = ({ left, width, top, height, fill }: BarProps) => (
  <div
    style={{
      ...{ display: 'flex', position: 'absolute', top, height, background: fill },
      ...{ left: percent(left), width: percent(width) },
    }}
  />
)

/** The cells of a heat map, a row for each test. */
function Heat({ figure: { rows, from, to, left } }: { figure: Extract<PreviewFigure, { kind: 'heat' }> }) {
  const width = Math.floor((TRACK + 110) / Math.max(1, rows[0]?.cells.length ?? 1))
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      <div
        style={{
          display: 'flex',
          marginLeft: NAME,
          justifyContent: 'space-between',
          fontSize: 20,
          color: color('ink-faint'),
        }}
      >
        <div style={{ display: 'flex' }}>{from}</div>
        <div style={{ display: 'flex' }}>{to}</div>
      </div>
      {rows.map(({ name, cells }) => (
        <div key={name} style={{ display: 'flex', alignItems: 'center', height: ROW }}>
          <Name text={name} />
          {cells.map(({ tone, step, isMissing }, at) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a picture have no other identity
              key={at}
              style={{
                ...{ display: 'flex', width: width - 3, height: ROW - 6, marginRight: 3 },
                background: isMissing ? color('surface') : tintOf(tone, step),
              }}
            />
          ))}
        </div>
      ))}
      <Rest left={left} />
    </div>
  )
}

const STEPS = [1, 2, 3, 4] as const

function tintOf(tone: 'worse' | 'better' | 'none', step: number): string {
  const known = STEPS.find((one) => one === step)
  return tone === 'none' || known === undefined ? color('hover') : color(`${tone}-${known}`)
}
