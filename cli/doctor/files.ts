import { relative } from 'node:path'
import { findOpenPaths } from '#db/private-files.ts'
import { type Finding, firstOf, ok, problem, warn } from './finding.ts'

const MAX_NAMED = 10

export function checkFiles(dataDir: string): Finding {
  const open = findOpenPaths(dataDir)
  const inside = open.filter((path) => path !== dataDir)
  const command = `chmod -R go= ${dataDir}`
  if (inside.length > 0)
    return problem(
      `Other users of this machine can access files in ${dataDir}: ${command}`,
      firstOf(
        inside.map((path) => relative(dataDir, path)),
        MAX_NAMED,
      ),
    )
  if (open.length > 0)
    return warn(
      `Other users of this machine can list ${dataDir}, but not read the site's files in it: ${command}`,
    )
  return ok(`Other users of this machine cannot access ${dataDir}.`)
}
