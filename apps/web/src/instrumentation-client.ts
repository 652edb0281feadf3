// Runs before every other script of a page, and tells libraries what our Content-Security-Policy allows
// (docs/decisions/065-content-security-policy-by-our-http-server.md).

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce

Object.assign(globalThis, {
  // Zod tries whether it may make functions from text, which the browser would report; schemas are quick enough without.
  __zod_globalConfig: { ...readGlobal('__zod_globalConfig'), jitless: true },
  // The palette holds the page behind it in place by a style element, which takes its nonce from here.
  __webpack_nonce__: nonce,
})

function readGlobal(name: string): object {
  const value: unknown = Reflect.get(globalThis, name)
  return typeof value === 'object' && value !== null ? value : {}
}
