/** Which row is drawn, `TABLE.ROW`; part of the address, so that a link shows a colleague the same picture. */
export const CHART_PARAMETER = 'chart'
