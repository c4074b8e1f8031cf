import { expect, it } from 'vitest'
import { cspHash, documentHeaders } from './security-headers.ts'

it('scripts and styles are allowed by hash in a policy without any unsafe keyword', () => {
  const [[name, policy = ''] = []] = documentHeaders([cspHash('ours()')], [cspHash('a{}')])
  expect(name).toBe('Content-Security-Policy')
  expect(policy).toContain(`script-src 'self' ${cspHash('ours()')};`)
  expect(policy).toContain(`style-src 'self' ${cspHash('a{}')};`)
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*/)
})

it('the preview of an article may be framed by the desk alone, and every other page by nobody', () => {
  const policyOf = (isPreview: boolean) => documentHeaders([], [], isPreview)[0]?.[1]
  expect(policyOf(true)).toContain("frame-ancestors 'self';")
  expect(policyOf(false)).toContain("frame-ancestors 'none';")
})
