import { expect, it } from 'vitest'
import { hashInlineScripts } from './render-document.ts'
import { cspHash } from './security/security-headers.ts'

const NONCE = 'bWFyay1vZi10aGlzLXJlbmRlcmluZw'

it('the scripts of a document are allowed by hash if we wrote them, and lose the nonce', () => {
  const { html, hashes } = hashInlineScripts(
    `<link rel="stylesheet" nonce="${NONCE}" href="a.css"><script nonce="${NONCE}" type="module">one()</script><script src="two.js" nonce="${NONCE}"></script>`,
    NONCE,
  )
  expect(hashes).toEqual([cspHash('one()')])
  expect(html).toBe(
    '<link rel="stylesheet" href="a.css"><script type="module">one()</script><script src="two.js"></script>',
  )
})

it.each([
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  '<script nonce="bWFya">evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script type="module" async="">evil()</script>',
  '<script data-x="&quot; nonce=">evil()</script>',
])('the scripts of a document are not allowed if they come from stored data: %s', (injected) => {
  const { html, hashes } = hashInlineScripts(
    `<p>${injected}</p><script nonce="${NONCE}">ours()</script>`,
    NONCE,
  )
  expect(hashes).toEqual([cspHash('ours()')])
  expect(html).toContain('evil()')
})
