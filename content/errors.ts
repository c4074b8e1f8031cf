/** Where something in a content file is wrong, and what. */
export interface Fault {
  /** From the folder of the content, with '/'. */
  file: string
  line: number
  words: string
}

/** Every fault of the content at once, a line each: `content/guides/fees.md:12: …`. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly faults: Fault[]

  constructor(noted: Fault[]) {
    const faults = noted.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    const lines = faults.map(({ file, line, words }) => `  content/${file}:${line}: ${words}`)
    super(`The content needs mending:\n${lines.join('\n')}`)
    this.faults = faults
  }
}

/** Takes note of a fault in one file. */
export type NoteFault = (line: number | undefined, words: string) => void
