/** Themes that a user can choose; without a choice the page follows the system. */
const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = 'assay-theme'

/** Parses the theme in a cookie; undefined for any other value. */
export const parseTheme = (value: string | undefined): Theme | undefined => THEMES.find((theme) => theme === value)
