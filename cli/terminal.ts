import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { escapeControlInLines } from '#shared/text/escape-control.ts'
import { formatNumber } from '#shared/text/format.ts'
import { CliError } from './errors.ts'

export interface Terminal {
  /** Writes a line of the result to standard output. */
  out(line: string): void
  /** Writes any other line to standard error. */
  note(line: string): void
  isInteractive: boolean
  ask(question: string, preset?: string): Promise<string>
  askSecret(question: string): Promise<string>
  /** Of work that counts rows. */
  progress(label: string): Progress
}

export interface Progress {
  /** @param share from 0 to 1, or null if the total is unknown */
  at(count: number, share: number | null): void
  end(): void
}

const BAR_WIDTH = 24
const REDRAW_MS = 100
const LINE_MS = 2_000

export function drawProgress(
  write: (text: string) => void,
  {
    label,
    isTerminal,
    now = () => performance.now(),
  }: { label: string; isTerminal: boolean; now?: () => number },
): Progress {
  let last = now()
  let isDrawn = false
  return {
    at(count, share) {
      if (now() - last < (isTerminal ? REDRAW_MS : LINE_MS)) return
      last = now()
      const percent = share === null ? '' : ` ${Math.floor(Math.min(share, 1) * 100)}%`
      if (!isTerminal) return write(`${label}: ${formatNumber(count)} rows${percent && `,${percent}`}\n`)
      const full = Math.round(Math.min(share ?? 0, 1) * BAR_WIDTH)
      const bar = share === null ? '' : ` ${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
      write(`\r\u001b[K${label}${bar}${percent} ${formatNumber(count)} rows`)
      isDrawn = true
    },
    end() {
      if (isDrawn) write('\r\u001b[K')
      isDrawn = false
    },
  }
}

export function escaping(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (line) => terminal.out(escapeControlInLines(line)),
    note: (line) => terminal.note(escapeControlInLines(line)),
    ask: (question, preset) => terminal.ask(escapeControlInLines(question), preset),
    askSecret: (question) => terminal.askSecret(escapeControlInLines(question)),
  }
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const isInteractive = Boolean(stdin.isTTY && stderr.isTTY)
  const question = async (prompt: string, output: NodeJS.WritableStream) => {
    if (!isInteractive) throw new CliError('Not interactive: pass the value as an option.')
    const reader = createInterface({ input: stdin, output, terminal: true })
    try {
      // Ctrl-C and Ctrl-D cancel the command.
      const cancelled = new Promise<null>((resolve) => {
        reader.once('SIGINT', () => resolve(null))
        reader.once('close', () => resolve(null))
      })
      const answer = await Promise.race([reader.question(prompt), cancelled])
      if (answer === null) throw new CliError('\nNothing has been done.')
      return answer.trim()
    } finally {
      reader.close()
    }
  }
  return {
    isInteractive,
    out: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    ask: async (prompt, preset = '') =>
      (await question(preset ? `${prompt} [${preset}] ` : `${prompt} `, stderr)) || preset,
    async askSecret(prompt) {
      stderr.write(`${prompt} `)
      const answer = await question(
        '',
        new Writable({ write: (_, __, done) => done() }) as NodeJS.WritableStream,
      )
      stderr.write('\n')
      return answer
    },
    progress: (label) =>
      drawProgress((text) => void stderr.write(text), { label, isTerminal: Boolean(stderr.isTTY) }),
  }
}
