/** `cropped` when the vertical axes of the page start near their lowest value and not at zero. */
export const AXIS_PARAMETER = 'axis'
/** `hidden` when outliers are left out of the charts of the page. */
export const OUTLIERS_PARAMETER = 'outliers'

/** Query parameters for the display of charts, which do not affect the comparison. */
export const CHART_PARAMETERS = [AXIS_PARAMETER, OUTLIERS_PARAMETER] as const
