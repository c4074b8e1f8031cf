/**
 * A server set up according to the manual, in a folder: the manual's commands run there as printed, and the test
 * simulates systemd.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** Handles a command that is not a plain shell command. @returns its output; throws if it fails */
export type Answer = (command: string, args: string[]) => Promise<string>

/** `sudo ln` and commands for the database container are executed; everything else is passed to the test. */
const PROGRAM = `
const [, , command, ...args] = process.argv
const asked = await fetch(process.env.MANUAL_SERVER, { method: 'POST', body: JSON.stringify({ command, args }) })
process.stdout.write(await asked.text())
process.exit(asked.ok ? 0 : 1)
`

/** @param programs a folder that precedes the others in the PATH */
export async function openManualServer(
  answer: Answer,
  { programs = '', environment = {} as Record<string, string> } = {},
) {
  const folder = temporaryFolder()
  for (const each of ['bin', 'srv/releases', 'var/backups/plateworthy', 'var/lib/plateworthy'])
    mkdirSync(join(folder, each), { recursive: true })
  const control = createServer(async (request, response) => {
    const { command, args } = JSON.parse(await text(request))
    try {
      response.end(await answer(command, args))
    } catch (error) {
      response.statusCode = 500
      response.end(`${(error as Error).message}\n`)
    }
  })
  await new Promise<void>((listening) => control.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void control.close())
  writeFileSync(join(folder, 'bin/ask.mjs'), PROGRAM)
  const RUN = {
    sudo: 'case "$1" in ln) exec "$@" ;; esac',
    docker: 'case "$2" in exec) shift 4 && exec "$@" ;; esac',
    curl: '',
  }
  for (const [name, run] of Object.entries(RUN)) {
    const ask = `exec '${process.execPath}' '${folder}/bin/ask.mjs' ${name} "$@"`
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${run}\n${ask}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const path = (name: string) => name.replaceAll(/\/(srv|var)\//g, `${folder}/$1/`)
  return {
    path,
    /** @throws Error with the output of the commands if one fails */
    async run(commands: string, cwd = folder): Promise<string> {
      const { port } = control.address() as AddressInfo
      const child = spawn('sh', ['-ec', path(commands)], {
        cwd,
        env: {
          ...environment,
          PATH: `${folder}/bin:${programs}:${process.env.PATH}`,
          MANUAL_SERVER: `http://127.0.0.1:${port}/`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [said, complained, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<number | null>((closed) => child.once('close', closed)),
      ])
      if (code !== 0) throw new Error(`The commands ended with ${code}: ${said}${complained}`)
      return said
    },
  }
}
