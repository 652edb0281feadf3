const MARKUP = /[*_`~#[\]|$<>\\&]|https?:|^[ \t]*(?:[-+]|\d+[.)])\s/m

/** False for a plain text, as most comments are, which needs no Markdown renderer. */
export const hasMarkup = (text: string): boolean => MARKUP.test(text)
