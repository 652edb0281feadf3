/** Axis style of all charts; the colors are design tokens, which follow the theme. */
export const AXIS = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--ink-faint)', fontSize: 11.5 },
  tickLine: false,
} as const

export const TOOLTIP = {
  isAnimationActive: false,
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 6,
    color: 'var(--ink)',
    fontSize: 12,
    padding: '5px 9px',
  },
  itemStyle: { color: 'var(--ink)', padding: 0 },
  labelStyle: { color: 'var(--ink-faint)' },
  cursor: { stroke: 'var(--line-strong)', fill: 'var(--hover)' },
} as const
