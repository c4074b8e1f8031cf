import { expect, test } from 'vitest'
import { cleanLine, cleanText } from './clean-text.ts'

test.each([
  ['\u202d+44 7700 900123\u202c', '+44 7700 900123'],
  ['Ann\tLee', 'Ann Lee'],
  ['Ann\r\nBcc: all@plates.test', 'Ann Bcc: all@plates.test'],
  ['Ann\u2028Lee', 'Ann Lee'],
  ['BU61\u200b ABC', 'BU61 ABC'],
  ['\ufeffAnn\u0000', 'Ann'],
  ['Ann\u202egnp.exe', 'Anngnp.exe'],
  ['so\u00adft', 'soft'],
  ['\u3164\u115f', ''],
  ['Ann\ufffe\u{1ffff}Lee', 'AnnLee'],
  ['  Zoë   O’Neill ', 'Zoë O’Neill'],
  ['👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', '👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['\ud800x', '\ufffdx'],
])('%j is cleaned to %j on one line', (text, line) => {
  expect(cleanLine(text)).toBe(line)
})

test.each([
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['one\u2029two\u0085three\vfour\ffive', 'one\ntwo\nthree\nfour\nfive'],
  ['a\tb\u0007c', 'a\tbc'],
  ['\n\n a \n', 'a'],
])('%j is cleaned to the paragraphs %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned)
})
