/** What a command says and asks: answers on standard output, everything about the work on standard error. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { escapeControlInLines } from '../app/shared/escape-control.ts'
import { formatNumber } from '../app/shared/format.ts'
import { CliError } from './errors.ts'

export interface Terminal {
  /** The answer of the command; what a pipe gets. */
  out(line: string): void
  /** About the work: what was done, what to look at. */
  note(line: string): void
  /** Whether somebody sits there who can be asked. */
  isInteractive: boolean
  /** The answer, or what was meant if it is empty. */
  ask(question: string, preset?: string): Promise<string>
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string>
  progress(label: string): Progress
}

export interface Progress {
  /** @param share from 0 to 1, or null where the end is not known */
  at(count: number, share: number | null): void
  /** Takes the bar away. */
  end(): void
}

const BAR_WIDTH = 24
const REDRAW_MS = 100
/** In a pipe, a line at most this often. */
const LINE_MS = 2_000

/** A bar that is redrawn on a terminal, a plain line now and then in a pipe. */
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

/** The same terminal, which shows foreign text without being steered by it, whichever command forgot to ask for that. */
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
    if (!isInteractive) throw new CliError('There is nobody to ask: give the answer as an option.')
    const reader = createInterface({ input: stdin, output, terminal: true })
    try {
      // Ctrl-C and Ctrl-D end the question, and with it the command: nothing has been done yet.
      const given = new Promise<null>((resolve) => {
        reader.once('SIGINT', () => resolve(null))
        reader.once('close', () => resolve(null))
      })
      const answer = await Promise.race([reader.question(prompt), given])
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
