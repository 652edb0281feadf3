import type { ChartShapes, Label } from '@assay/charts/shapes/chart-shapes'
import { ImageResponse } from 'next/og'

/** Pixels of the PNG per SVG unit, for high-resolution screens. */
const SCALE = 2

/** Renders a chart as PNG from the same shapes as its SVG; the font is part of the package. */
export function chartPicture({ width, height, boxes, rules, lines, dots, labels }: ChartShapes): Response {
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
          key={`box ${box.x} ${box.y} ${box.width}`}
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
      {/* Lines and dots are above the boxes, and texts above both. */}
      <svg
        role="img"
        aria-label="lines"
        width={width * SCALE}
        height={height * SCALE}
        viewBox={`0 0 ${width} ${height}`}
        style={{ position: 'absolute', left: 0, top: 0 }}
      >
        {lines.map(({ points, color, width: wide, isDashed }) => {
          const d = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')
          return (
            <path
              key={`line ${color} ${d}`}
              d={d}
              fill="none"
              stroke={color}
              strokeWidth={wide}
              {...(isDashed ? { strokeDasharray: '4 3' } : {})}
            />
          )
        })}
        {dots.map(({ x, y, color }) => (
          <circle key={`dot ${x} ${y} ${color}`} cx={x} cy={y} r={3} fill={color} />
        ))}
      </svg>
      {labels.map((label) => (
        <Word key={`${label.x} ${label.y} ${label.text}`} label={label} width={width} />
      ))}
    </div>,
    { width: width * SCALE, height: height * SCALE, headers: { 'cache-control': 'private, no-store' } },
  )
}

function Word({ label, width }: { label: Label; width: number }) {
  const { x, y, text, size, color, anchor } = label
  const alignment = { end: 'flex-end', middle: 'center', start: 'flex-start' }[anchor]
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : 0
  const wide = anchor === 'start' ? width - x : anchor === 'middle' ? width : x
  return (
    <div
      style={{
        position: 'absolute',
        display: 'flex',
        justifyContent: alignment,
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
