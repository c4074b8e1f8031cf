import { existsSync } from 'node:fs'
import { escapeControlInLines } from '#shared/text/escape-control.ts'
import { runCli } from './run.ts'
import { processTerminal } from './terminal.ts'

if (existsSync('.env')) process.loadEnvFile('.env')

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    terminal: processTerminal(),
    environment: process.env,
  })
} catch (error) {
  const stack = escapeControlInLines(String((error as Error).stack))
  process.stderr.write(`Unexpected error; please report it:\n${stack}\n`)
  process.exitCode = 1
}
