/** Reads a text from left to right. */
import { unparsable } from './errors.ts'

export class Scanner {
  private readonly what: string
  private readonly text: string
  private at = 0

  constructor(what: string, text: string) {
    this.what = what
    this.text = text
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

  expectText(text: string): void {
    if (!this.takeText(text)) throw this.syntaxError()
  }

  expectEnd(): void {
    if (this.at < this.text.length) throw this.syntaxError()
  }

  takeRest(): string {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    return rest
  }

  skipSpace(): void {
    this.take(/\s*/y)
  }

  syntaxError(): Error {
    return unparsable(this.what, this.text)
  }
}
