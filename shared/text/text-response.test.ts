import { expect, test } from 'vitest'
import { escapeXml } from './text-response.ts'

test.each([
  ['A <b>&', 'A &lt;b&gt;&amp;'],
  [`"O'Hara"`, '&quot;O&apos;Hara&quot;'],
  // XML 1.0 has no way to write these, and a reader drops the whole feed over one of them.
  ['SAM\u0001\u000b 1\u0000\ufffe\ud800', 'SAM 1'],
  ['Zoë, 👍\tnew\nline', 'Zoë, 👍\tnew\nline'],
])('%j is written in XML as %j', (text, xml) => {
  expect(escapeXml(text)).toBe(xml)
})
