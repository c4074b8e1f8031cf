import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '#test/certificate.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { readCertificateExpiry, readNewestBackup } from './machine.ts'

it('the newest backup is dated by its name, and a folder without one is older than any alarm', async () => {
  const folder = temporaryFolder()
  expect(await readNewestBackup(folder)).toEqual(new Date(0))
  expect(await readNewestBackup(join(folder, 'missing'))).toEqual(new Date(0))
  for (const name of [
    'plateworthy-2026-11-21T03-00-05Z.db',
    'plateworthy-2026-11-22T03-00-00Z.dump',
    'plateworthy-2026-11-23T03-00-00Z.dump.part',
    'before-the-import.db',
  ])
    writeFileSync(join(folder, name), '')
  expect(await readNewestBackup(folder)).toEqual(new Date('2026-11-22T03:00:00Z'))
})

it('the end of a certificate is read, also of one that no browser trusts', async () => {
  const server = createServer(makeCertificate()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const expiresAt = await readCertificateExpiry(`https://localhost:${port}`)
  expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(2)
  server.close()
  await new Promise((resolve) => server.once('close', resolve))
  await expect(readCertificateExpiry(`https://localhost:${port}`)).rejects.toThrow('ECONNREFUSED')
})
