import { execFileSync } from 'node:child_process'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProcessLog, flushLog } from '#services/log.ts'
import { escapeControl, escapeControlInLines } from './escape-control.ts'

const HOSTILE: [name: string, character: string, expected: string][] = [
  ['NUL', '\0', '\\u0000'],
  ['a bell', '\u0007', '\\u0007'],
  ['a line feed', '\n', '\\u000a'],
  ['a carriage return', '\r', '\\u000d'],
  ['an escape', '\u001b', '\\u001b'],
  ['DEL', '\u007f', '\\u007f'],
  ['the first of C1', '\u0080', '\\u0080'],
  ['a next line (C1)', '\u0085', '\\u0085'],
  ['a control sequence introducer (C1)', '\u009b', '\\u009b'],
  ['an operating system command (C1)', '\u009d', '\\u009d'],
  ['the last of C1', '\u009f', '\\u009f'],
  ['a soft hyphen', '\u00ad', '\\u00ad'],
  ['an Arabic letter mark', '\u061c', '\\u061c'],
  ['a zero-width space', '\u200b', '\\u200b'],
  ['a zero-width joiner', '\u200d', '\\u200d'],
  ['a left-to-right mark', '\u200e', '\\u200e'],
  ['a right-to-left mark', '\u200f', '\\u200f'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
  ['a left-to-right embedding', '\u202a', '\\u202a'],
  ['a right-to-left override', '\u202e', '\\u202e'],
  ['a word joiner', '\u2060', '\\u2060'],
  ['a left-to-right isolate', '\u2066', '\\u2066'],
  ['a pop directional isolate', '\u2069', '\\u2069'],
  ['a byte order mark', '\ufeff', '\\ufeff'],
  ['half of a pair', '\ud800', '\\ud800'],
  ['a tag', '\u{e0001}', '\\udb40\\udc01'],
]

const PLAIN = ['AB51 ABC', '£1,000 – “Ünïcödé” 号牌 👍', '\\u202e in plain letters', '~', '\u00a0']

describe.each(HOSTILE)('%s', (_, character, expected) => {
  test('a hostile character is escaped, and JSON that contains it keeps its value', () => {
    expect(escapeControl(`a${character}b`)).toBe(`a${expected}b`)
    const json = escapeControl(JSON.stringify({ [character]: character }))
    expect(json).not.toContain(character)
    expect(JSON.parse(json)).toEqual({ [character]: character })
  })

  test('a hostile character never appears in the log, whose lines name the server', () => {
    const { out, errors } = logged(() => {
      const processLog = createProcessLog('web-1')
      processLog.request({ requestId: 'x', method: 'GET', path: `/${character}`, status: 404, ms: 1 })
      processLog.error(`words ${character}`, new Error(`cause ${character}`), `id ${character}`)
    })
    for (const lines of [out, errors]) {
      expect(lines.endsWith('}\n')).toBe(true)
      expect(lines.slice(0, -1)).not.toContain(character)
    }
    expect(JSON.parse(out)).toMatchObject({ server: 'web-1', path: `/${character}` })
    expect(JSON.parse(errors)).toMatchObject({
      server: 'web-1',
      message: `words ${character}`,
      requestId: `id ${character}`,
    })
    expect(JSON.parse(errors).cause).toContain(`cause ${character}`)
  })
})

test.each(PLAIN)('the text %s is unchanged by escaping', (text) => {
  expect([escapeControl(text), escapeControlInLines(text)]).toEqual([text, text])
})

test('only line feeds are unescaped in multi-line text', () => {
  expect(escapeControlInLines('a\nb\r\nc\u2028d\u001b')).toBe('a\nb\\u000d\nc\\u2028d\\u001b')
})

test('the error of a failed start contains no terminal escape sequences', () => {
  const start = () =>
    execFileSync(process.execPath, ['server.mjs'], {
      env: { ...process.env, PORT: '0', DATA_DIR: '/dev/null/\u001b[2J\u202e' },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  let said = ''
  try {
    start()
  } catch (error) {
    said = (error as { stderr: string }).stderr
  }
  expect(said).toContain('/dev/null/\\u001b[2J\\u202e')
  for (const character of ['\u001b', '\u202e']) expect(said).not.toContain(character)
})

/** Collects what is written to standard output and standard error. */
function logged(act: () => void): { out: string; errors: string } {
  const written = { out: '', errors: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += text
    return true
  })
  const errors = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.errors += text
    return true
  })
  onTestFinished(() => {
    out.mockRestore()
    errors.mockRestore()
  })
  act()
  flushLog()
  out.mockRestore()
  errors.mockRestore()
  return written
}
