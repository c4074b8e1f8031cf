export interface Problem {
  /** Path in `content/`. */
  file: string
  line: number
  message: string
}

export class ContentError extends Error {
  override name = 'ContentError'
  readonly problems: Problem[]

  constructor(unsorted: Problem[]) {
    const problems = unsorted.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    const lines = problems.map(({ file, line, message }) => `  content/${file}:${line}: ${message}`)
    super(`Invalid content:\n${lines.join('\n')}`)
    this.problems = problems
  }
}

/** 'quotation': a fact or table is quoted that cannot be, so that a gap would be printed. */
export type ReportProblem = (line: number | undefined, message: string, kind?: 'quotation') => void
