import { channel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asContact } from '../enquiries/messages.ts'
import { openTestSite } from '../open-test-site.ts'

test('the server never connects to a URL or address from a request or a row', async () => {
  const asked: string[] = []
  const trap = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  trap.on('connection', () => asked.push('a connection'))
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void trap.close())
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`
  const connecting = vi.spyOn(Socket.prototype, 'connect')
  const requests: unknown[] = []
  const note = (message: unknown) => void requests.push(message)
  channel('undici:request:create').subscribe(note)
  onTestFinished(() => void channel('undici:request:create').unsubscribe(note))

  const site = await openTestSite()
  const database = new DatabaseSync(join(site.dataDir, 'plateworthy.db'))
  database.prepare('UPDATE plates SET image_url = ?').run(`${address}image.jpg`)
  database.prepare('UPDATE sales SET source_url = ?').run(`${address}source`)
  database.close()
  await site.publishFirstSnapshot()
  const encoded = encodeURIComponent(address)
  for (const path of [
    '/plate/7%20W',
    '/share/plate/7%20W.png',
    '/share/house.png',
    '/sales-explorer',
    '/registration/JB1',
    `/plates?q=${encoded}&url=${encoded}`,
    `/contact?plate=${encoded}&redirect=${encoded}`,
    `/plate/${encoded}`,
    `/rest/v1/plates?image_url=eq.${encoded}`,
    `/${address}`,
  ])
    await (await site.ask(path, { headers: { Referer: address, 'X-Forwarded-Host': address } })).arrayBuffer()
  const taken = await site.ask('/functions/v1/send-email', {
    method: 'POST',
    body: JSON.stringify(asContact({ message: `${address}\n<img src="${address}">`, subject: address })),
    headers: { 'Content-Type': 'application/json' },
  })
  expect(taken.status).toBe(200)
  site.startOutbox()
  await expect.poll(async () => (await (await site.ask('/readyz')).json()).enquiries.undelivered).toBe(0)
  expect(asked).toEqual([])
  expect(requests).toEqual([])
  expect(connecting).not.toHaveBeenCalled()
})
