import { escapeHtml } from '@assay/domain/compare/render/escape-html'

/** A picture of a page at one size and in one color scheme. */
export type Picture = { page: string; size: string; scheme: string; file: string }

/** Draws the page that leads through all pictures: one page of the product at a time, with its sizes and schemes. */
export function indexPage(pictures: readonly Picture[], missing: readonly string[]): string {
  const pages = [...Map.groupBy(pictures, ({ page }) => page)]
  const links = pages.map(([page]) => `<a href="#${page}">${escapeHtml(page)}</a>`).join(' ')
  const sections = pages.map(([page, own], index) => section(page, own, pages[index + 1]?.[0] ?? pages[0]?.[0] ?? page))
  const absent = missing.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('')
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pages of Assay</title>
<style>
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: #222; background: #eee }
nav { position: sticky; top: 0; padding: 8px 16px; background: #fff; border-bottom: 1px solid #ccc }
section { padding: 64px 16px 16px; display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
section > h2 { width: 100%; margin: 0 }
figure { margin: 0; background: #fff; border: 1px solid #ccc }
figcaption { padding: 4px 8px }
img { display: block; height: 480px; width: auto }
</style>
<nav>${links}</nav>
${absent === '' ? '' : `<p>Not opened:</p><ul>${absent}</ul>`}
${sections.join('\n')}
</html>
`
}

function section(page: string, pictures: readonly Picture[], next: string): string {
  const figures = pictures.map(
    ({ size, scheme, file }) =>
      `<figure><figcaption>${size}, ${scheme}</figcaption><a href="${file}"><img src="${file}" loading="lazy" alt="${escapeHtml(`${page} at ${size} pixels, ${scheme}`)}"></a></figure>`,
  )
  return `<section id="${page}"><h2>${escapeHtml(page)} <a href="#${next}">next</a></h2>${figures.join('')}</section>`
}
