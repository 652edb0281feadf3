import { createToken } from '@assay/api/access/token'
import { tokenInUrl } from '@assay/api/http/token-headers'
import { expect, test } from 'vitest'

test('a token is found at any position of an address, escaped or not, without false positives', () => {
  const token = createToken('runner')
  const escaped = [...token].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
  for (const text of [token, escaped, token.replace('_', '%5F'), `x${token}y`]) {
    for (const url of [`/p/demo?token=${text}`, `/p/${text}`, `/s/${text}/export?format=csv`, `/?a=1&b=${text}`]) {
      expect(tokenInUrl(url), url).toContain('revoke this one')
    }
  }
  for (const url of ['/', '/p/demo/runs?product=assay_runner', '/docs/api?q=assay_runner_…']) {
    expect(tokenInUrl(url)).toBeNull()
  }
})
