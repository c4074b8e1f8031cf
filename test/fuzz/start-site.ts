/** The server as a child process, so that crashes and memory growth are detected. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeSales } from '#bench/synthetic-sales.ts'
import { residentMegabytes, SiteProcess } from '../site-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { RawClient } from './raw-client.ts'

const MOST_MEGABYTES = 900

export async function openFuzzServer() {
  const dataDir = folderOf(Number(process.env.FUZZ_SALES ?? 0))
  const site = new SiteProcess({ DATA_DIR: dataDir })
  onTestFinished(() => void site.stop())
  await site.start()
  const port = Number(new URL(site.address).port)
  const wires: RawClient[] = []
  onTestFinished(() => {
    for (const rawClient of wires) rawClient.close()
  })
  const idle: RawClient[] = []
  return {
    dataDir,
    anonKey: String(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')).anonKey),
    async ask(...request: Parameters<RawClient['ask']>) {
      const rawClient = idle.pop() ?? new RawClient(port)
      if (!wires.includes(rawClient)) wires.push(rawClient)
      try {
        return await rawClient.ask(...request)
      } catch (error) {
        if (site.hasEnded) throw new Error(`The server has ended: ${site.faults.join('\n').slice(-2_000)}`)
        throw error
      } finally {
        idle.push(rawClient)
      }
    },
    /** @throws if it crashed, logged an internal error or exceeded the memory limit */
    examine() {
      const faults = site.faults.join('\n').slice(0, 2_000)
      if (site.hasEnded) throw new Error(`The server has ended: ${faults}`)
      if (faults !== '') throw new Error(`The server has logged a fault: ${faults}`)
      const megabytes = residentMegabytes(site.pid)
      if (megabytes > MOST_MEGABYTES) throw new Error(`The server has ${megabytes} MB`)
      return Math.round(megabytes)
    },
  }
}

function folderOf(sales: number): string {
  if (sales === 0) return temporaryFolder()
  const folder = makeSales(sales)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
