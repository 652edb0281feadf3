/** The look that a reader chose; without a choice the system's is followed. */
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = 'assay-theme'

/** The theme that a cookie says, undefined for anything else that may stand there. */
export const parseTheme = (value: string | undefined): Theme | undefined => THEMES.find((theme) => theme === value)
