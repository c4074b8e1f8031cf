import { expect, test } from 'vitest'
import { checkPageFaults } from '#cli/doctor/page-faults.ts'
import { createPageFaultReporter } from '#services/page-faults/page-faults.ts'
import { PAGE_FAULT_PATH } from '#shared/text/page-fault.ts'
import { openTestServer } from '../open-test-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const fault = {
  page: 'features/find/index',
  file: 'shared-B1x_9.js',
  message: 'TypeError: x is not a function',
}
const from = (address: string) => ({ network: address, prefixes: [address] as [string] })

test('a page that fails in a browser is logged without an address, at most three times from one network, and counted by the doctor', async () => {
  const { site, dataDir, faults } = await openTestServer({ TRUST_PROXY: '1' })
  const report = async (address: string, given: Record<string, string>, headers = {}) => {
    const response = await site.fetch(
      new Request(`https://plates.test${PAGE_FAULT_PATH}`, {
        method: 'POST',
        headers: { 'User-Agent': BROWSER, 'X-Forwarded-For': address, ...headers },
        body: new URLSearchParams(given),
      }),
    )
    return response.status
  }
  expect(checkPageFaults(dataDir)).toMatchObject({ level: 'ok' })
  expect(await report('192.0.2.1', fault)).toBe(204)
  expect(await report('192.0.2.1', fault)).toBe(204)
  expect(await report('192.0.2.1', fault)).toBe(204)
  expect(await report('192.0.2.1', fault)).toBe(429)
  expect(await report('192.0.2.2', { ...fault, page: 'Ann Lee' })).toBe(400)
  expect(await report('192.0.2.2', fault, { Origin: 'https://evil.example' })).toBe(403)
  expect(await report('192.0.2.2', fault, { 'User-Agent': 'Googlebot/2.1' })).toBe(204)
  expect(await report('192.0.2.2', { ...fault, message: 'x'.repeat(3_000) })).toBe(413)
  expect(faults).toHaveLength(3)
  expect(JSON.stringify(faults)).not.toContain('192.0.2')
  expect(checkPageFaults(dataDir)).toEqual({
    level: 'warning',
    message: expect.stringMatching(/^3 pages failed in browsers within 7 days/),
    list: ['features/find/index (shared-B1x_9.js): TypeError: x is not a function'],
  })
})

test('all networks together report twenty failed pages in ten minutes, and the doctor forgets those of last week', () => {
  const dataDir = temporaryFolder()
  const log = { error() {} }
  const report = createPageFaultReporter(dataDir, log)
  const answers = Array.from({ length: 21 }, (_, index) => report(fault, from(`192.0.2.${index}`)))
  expect(answers.filter((answer) => answer === 'limited')).toHaveLength(1)
  const weekAgo = () => new Date(Date.now() - 8 * 86_400_000)
  createPageFaultReporter(dataDir, log, weekAgo)(fault, from('192.0.2.99'))
  expect(checkPageFaults(dataDir).message).toMatch(/^20 pages/)
})
