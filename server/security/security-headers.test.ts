import { describe, expect, it } from 'vitest'
import { documentHeaders, hashInlineScripts, hashOf } from './security-headers.ts'

const MARK = 'bWFyay1vZi10aGlzLXJlbmRlcmluZw'

describe('the scripts of a document', () => {
  it('are allowed by their hash where we wrote them, and lose the mark', () => {
    const { html, hashes } = hashInlineScripts(
      `<link rel="stylesheet" nonce="${MARK}" href="a.css"><script nonce="${MARK}" type="module">one()</script><script src="two.js" nonce="${MARK}"></script>`,
      MARK,
    )
    expect(hashes).toEqual([hashOf('one()')])
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
  ])('are not allowed where they came with somebody’s data: %s', (injected) => {
    const { html, hashes } = hashInlineScripts(
      `<p>${injected}</p><script nonce="${MARK}">ours()</script>`,
      MARK,
    )
    expect(hashes).toEqual([hashOf('ours()')])
    expect(html).toContain('evil()')
  })

  it('are named in a policy without any word that would open it', () => {
    const [[name, policy = ''] = []] = documentHeaders(
      [hashOf('ours()')],
      [hashOf('a{}')],
      'https://project.supabase.co/rest/v1',
    )
    expect(name).toBe('Content-Security-Policy')
    expect(policy).toContain(`script-src 'self' ${hashOf('ours()')};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('a{}')};`)
    expect(policy).toContain("connect-src 'self' https://project.supabase.co;")
    expect(policy).not.toMatch(/unsafe|\*/)
  })
})
