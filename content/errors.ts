export interface Fault {
  /** Path in `content/`. */
  file: string
  line: number
  message: string
}

/** Lists every fault, one line each: `content/guides/fees.md:12: …`. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly faults: Fault[]

  constructor(unsorted: Fault[]) {
    const faults = unsorted.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    const lines = faults.map(({ file, line, message }) => `  content/${file}:${line}: ${message}`)
    super(`The content needs mending:\n${lines.join('\n')}`)
    this.faults = faults
  }
}

export type ReportFault = (line: number | undefined, message: string) => void
