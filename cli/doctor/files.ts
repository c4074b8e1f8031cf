/** What the doctor says of DATA_DIR: whether other users of the machine have any right to it. */
import { relative } from 'node:path'
import { findOpenPaths } from '../../db/private-files.ts'
import { type Finding, fault, good, look } from './checks.ts'

/** More are counted, not named. */
const NAMED = 10

export function checkFiles(dataDir: string): Finding {
  const open = findOpenPaths(dataDir)
  const inside = open.filter((path) => path !== dataDir)
  const close = `chmod -R go= ${dataDir}`
  if (inside.length > 0) {
    const names = inside.slice(0, NAMED).map((path) => relative(dataDir, path))
    const more = inside.length > NAMED ? [`and ${inside.length - NAMED} more`] : []
    return fault(`Other users of this machine have a right to files in ${dataDir}: ${close}`, [
      ...names,
      ...more,
    ])
  }
  if (open.length > 0)
    return look(
      `${dataDir} is open to other users of this machine, what the site keeps in it is not: ${close}`,
    )
  return good(`What is in ${dataDir} is closed to other users of this machine.`)
}
