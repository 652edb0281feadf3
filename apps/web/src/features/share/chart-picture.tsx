import type { ChartModel } from '@assay/domain/chart/chart-model'
import { type Label, rowShapes } from '@assay/domain/chart/chart-shapes'
import { ImageResponse } from 'next/og'

/** Twice as many pixels as the SVG, for screens that have them. */
const SCALE = 2

/** A chart as PNG, from the same shapes as its SVG; the font comes with the package. */
export function chartPicture(model: ChartModel): Response {
  const { width, height, boxes, rules, labels } = rowShapes(model)
  return new ImageResponse(
    <div style={{ display: 'flex', position: 'relative', width: '100%', height: '100%', background: '#ffffff' }}>
      {rules.map(({ x, top, bottom, color }) => (
        <div
          key={`rule ${x} ${color}`}
          style={{
            position: 'absolute',
            left: x * SCALE,
            top: top * SCALE,
            width: 2,
            height: (bottom - top) * SCALE,
            background: color,
          }}
        />
      ))}
      {boxes.map((box) => (
        <div
          key={`box ${box.y}`}
          style={{
            position: 'absolute',
            left: box.x * SCALE,
            top: box.y * SCALE,
            width: Math.max(1, box.width * SCALE),
            height: box.height * SCALE,
            background: box.fill,
          }}
        />
      ))}
      {labels.map((label) => (
        <Word key={`${label.x} ${label.y} ${label.text}`} label={label} width={width} />
      ))}
    </div>,
    { width: width * SCALE, height: height * SCALE, headers: { 'cache-control': 'private, no-store' } },
  )
}

function Word({ label, width }: { label: Label; width: number }) {
  const { x, y, text, size, color, anchor } = label
  const place = { end: 'flex-end', middle: 'center', start: 'flex-start' }[anchor]
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : 0
  const wide = anchor === 'start' ? width - x : anchor === 'middle' ? width : x
  return (
    <div
      style={{
        position: 'absolute',
        display: 'flex',
        justifyContent: place,
        left: left * SCALE,
        top: (y - size) * SCALE,
        width: wide * SCALE,
        fontSize: size * SCALE,
        lineHeight: 1.2,
        color,
        whiteSpace: 'nowrap',
      }}
    >
      {text}
    </div>
  )
}
