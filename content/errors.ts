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

export type ReportProblem = (line: number | undefined, message: string) => void
