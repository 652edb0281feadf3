// Runs before every other script of a page, and configures libraries for our Content-Security-Policy
// (docs/decisions/065-content-security-policy-by-our-http-server.md).

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

Object.assign(globalThis, {
  // By default Zod tests whether it can compile functions from text, which the browser would report as a violation;
  // schemas are fast enough without that.
  __zod_globalConfig: { ...readGlobal('__zod_globalConfig'), jitless: true },
  // The palette locks scrolling of the page behind it with a style element, which takes its nonce from here.
  __webpack_nonce__: nonce,
})

function readGlobal(name: string): object {
  const value: unknown = Reflect.get(globalThis, name)
  return typeof value === 'object' && value !== null ? value : {}
}
