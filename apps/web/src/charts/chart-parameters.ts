/** `zero`, `cropped` or `log` when the vertical axes of the page do not have their usual start. */
export const AXIS_PARAMETER = 'axis'
/** `hidden` when outliers are left out of the charts of the page. */
export const OUTLIERS_PARAMETER = 'outliers'
/** `first` when lines are shown as ratios to their first value. */
export const RELATIVE_PARAMETER = 'relative'

/** Query parameters for the display of charts, which do not affect the comparison. */
export const CHART_PARAMETERS = [AXIS_PARAMETER, OUTLIERS_PARAMETER, RELATIVE_PARAMETER] as const
