import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTestServer } from '../open-test-site.ts'

test('two hundred slow clients at once do not block others', async () => {
  const { port, address, faults } = await openTestServer()
  const begun = Array.from({ length: 200 }, (_, index) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    if (index % 4 === 0) socket.write('GET /plates HTTP/1.1\r\nHost: plates.test\r\n')
    if (index % 4 === 1)
      socket.write('POST /contact HTTP/1.1\r\nHost: plates.test\r\nContent-Length: 60000\r\n\r\nname=')
    if (index % 4 === 2) {
      socket.pause()
      socket.write('GET /sales-explorer HTTP/1.1\r\nHost: plates.test\r\n\r\n'.repeat(30))
    }
    return new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  })
  await Promise.all(begun)
  for (const path of ['/', '/plates', '/sales-explorer', '/plates?q=a', '/healthz'])
    expect([path, (await fetch(address + path)).status]).toEqual([path, 200])
  expect(faults).toEqual([])
})
