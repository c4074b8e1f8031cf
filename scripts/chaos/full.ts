import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  enquire,
  integrity,
  type Observation,
  request,
  storedReferences,
  watchHealth,
  withSite,
} from './fixtures.ts'

const SCENARIO = 'Disk of 8 MB, filled to the last byte'

export async function* fillDisk(): AsyncGenerator<Observation> {
  const disk = mkdtempSync(join(tmpdir(), 'plateworthy-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true })
    yield {
      scenario: SCENARIO,
      observed: `no disk could be mounted: ${mounted.stderr || mounted.error}`,
      isOk: null,
    }
    return
  }
  try {
    const dataDir = join(disk, 'data')
    mkdirSync(dataDir)
    yield await withSite((site, file) => observeFullDisk(site, file, join(disk, 'ballast')), {
      DATA_DIR: dataDir,
    })
  } finally {
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true })
  }
}

async function observeFullDisk(
  site: Parameters<typeof enquire>[0],
  file: string,
  ballast: string,
): Promise<Observation> {
  const before = await enquire(site)
  fill(ballast)
  const stopWatching = watchHealth(site)
  const refused = []
  // There may still be room for a few log lines.
  for (let number = 0; number < 40; number++)
    refused.push(await enquire(site, `${number} ${'long '.repeat(900)}`))
  const pages = await Promise.all(
    ['/', '/plates?n=1', '/plate/1%20KP', '/sales-explorer?q=jb'].map((path) => request(site, path)),
  )
  const readiness = await request(site, '/readyz')
  const slowestHealthMs = await stopWatching()
  const logged = site.faults.filter((line) => line.includes('database or disk is full')).length
  const acknowledged = [before, ...refused].filter(({ status }) => status === 200)
  const stored = storedReferences(file)
  const areStored = acknowledged.every(({ text }) => stored.has(JSON.parse(text).reference))
  rmSync(ballast)
  const after = await enquire(site)
  const last = refused.at(-1)
  return {
    scenario: SCENARIO,
    observed: `${refused.filter(({ status }) => status === 503).length} of ${refused.length} enquiries 503 (${last?.text.trim()}), ${logged} lines in the log; pages ${pages.map(({ status }) => status).join(' ')}, readiness ${readiness.status}, health check ${slowestHealthMs} ms; ${acknowledged.length} acknowledged, ${stored.size} stored, ${integrity(file)}; with room again ${after.status} without a restart`,
    isOk:
      last?.status === 503 &&
      logged > 0 &&
      pages.every(({ status }) => status === 200) &&
      readiness.status === 503 &&
      areStored &&
      stored.size === acknowledged.length &&
      integrity(file) === 'ok' &&
      after.status === 200,
  }
}

function fill(path: string): void {
  const handle = openSync(path, 'w')
  try {
    for (let size = 65_536; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) if (writeSync(handle, Buffer.alloc(size)) < size) break
      } catch {} // full for pieces of this size
  } finally {
    closeSync(handle)
  }
}
