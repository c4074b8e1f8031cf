/** Reports syntax errors in PostgREST's words. Its parser also sees `prefix`: counted in the column, not shown. */
import { unparsable } from './errors.ts'

export class Scanner {
  private readonly what: string
  private readonly shown: string
  private readonly text: string
  private at: number

  constructor(what: string, shown: string, prefix = '') {
    this.what = what
    this.shown = shown
    this.text = prefix + shown
    this.at = prefix.length
  }

  get atEnd(): boolean {
    return this.at >= this.text.length
  }

  /** `pattern` needs the sticky flag. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }

  takeText(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  expectText(text: string, expected: string): void {
    if (!this.takeText(text)) throw this.syntaxError(expected)
  }

  expectEnd(expected: string): void {
    if (!this.atEnd) throw this.syntaxError(expected)
  }

  takeRest(): string {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    return rest
  }

  skipSpace(): void {
    this.take(/\s*/y)
  }

  syntaxError(expected: string): Error {
    const next = this.text.codePointAt(this.at)
    const found = next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next))
    return unparsable(
      this.what,
      this.shown,
      positionAfter(this.text.slice(0, this.at)),
      `unexpected ${found} expecting ${expected}`,
    )
  }
}

/** Columns count code points; a tab advances to the next multiple of 8. As in Haskell's Parsec. */
function positionAfter(text: string): string {
  let line = 1
  let column = 1
  for (const character of text) {
    if (character === '\n') {
      line++
      column = 1
    } else column += character === '\t' ? 8 - ((column - 1) % 8) : 1
  }
  return `line ${line}, column ${column}`
}
