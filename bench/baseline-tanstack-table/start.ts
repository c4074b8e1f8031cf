import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Needs a package registry. @returns null if the page cannot be installed */
export async function startTanstackTable(): Promise<{ address: string; stop(): Promise<void> } | null> {
  if (!existsSync(`${root}node_modules`)) {
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root })
    if (status !== 0) return null
  }
  const settings = { root, configFile: false as const, logLevel: 'error' as const }
  await build(settings)
  const server = await preview({ ...settings, preview: { port: 0, host: '127.0.0.1' } })
  const address = server.resolvedUrls?.local[0]
  return address ? { address, stop: () => server.close() } : null
}
