/** The row whose chart is open, `TABLE.ROW`; part of the address, so that a link shows a colleague the same chart. */
export const CHART_PARAMETER = 'chart'
