export const FIRST_VISIT_COOKIE = 'assay-first-visit'

/** `started` shows the path on the pages of its stops, `dismissed` nowhere; without a cookie the overview offers it. */
export type FirstVisitState = 'started' | 'dismissed' | null

export const parseFirstVisit = (value: string | undefined): FirstVisitState =>
  value === 'started' || value === 'dismissed' ? value : null
