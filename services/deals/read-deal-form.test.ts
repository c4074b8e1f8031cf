import { expect, test } from 'vitest'
import { ChangeRefusal, InvalidInput } from '../changes/refusal.ts'
import { type QuoteForm, readPence, readQuote, type SentLetter } from './read-deal-form.ts'

test.each([
  ['£85,000', 8_500_000],
  ['1234.5', 123_450],
  ['0.99', 99],
  ['1.2k', 120_000],
])('%s is read as %i pence', (typed, pence) => expect(readPence(typed)).toBe(pence))

test.each([
  ['', 'enter an amount in pounds'],
  ['0', 'enter an amount in pounds'],
  ['much', 'enter an amount in pounds'],
  ['£1,2500', 'could be £12,500 or £1,250'],
  ['£30m', 'too large'],
])('“%s” is no amount of a deal', (typed, fault) => expect(() => readPence(typed)).toThrow(fault))

const TYPED: QuoteForm = {
  ...{
    plate: 'ab 12cde',
    amount: '£5,000',
    deposit: '',
    depositDays: '3',
    balanceDays: '14',
    includes: ' ',
    validUntil: '2026-12-02',
  },
  text: 'Our quote is £5,000.',
}

test('A quote is read with its empty fields as nothing', () => {
  expect(readQuote({ ...TYPED, deposit: '500.50' }, '2026-12-02')).toEqual({
    ...{
      registration: 'AB12 CDE',
      amount: 500_000,
      deposit: 50_050,
      depositDays: 3,
      balanceDays: 14,
      includes: null,
      validUntil: '2026-12-02',
      text: TYPED.text,
    },
  })
  expect(readQuote({ ...TYPED, text: ' ' }, '2026-12-02')).toMatchObject({ deposit: null, text: null })
})

test.each([
  ['a deposit above its amount', { deposit: '6000' }, ['deposit']],
  ['an amount that the stock rounds to nothing', { amount: '0.49', text: '' }, ['amount']],
  ['no days to pay', { depositDays: '0', balanceDays: 'soon' }, ['depositDays', 'balanceDays']],
  ['a last day that is past', { validUntil: '2026-12-01' }, ['validUntil']],
  ['a whole price due before its deposit', { deposit: '50', balanceDays: '2' }, ['balanceDays']],
  ['a blank of another name', { text: '{prise}' }, ['text']],
  ['a blank without a value', { text: 'A deposit of {deposit}' }, ['text']],
  ['a plate and an amount that are not read', { plate: 'mine', amount: 'much' }, ['plate', 'amount']],
])('A quote with %s is refused at its fields', (_, typed, fields) => {
  const read = () => readQuote({ ...TYPED, ...typed }, '2026-12-02')
  expect(read).toThrow(InvalidInput)
  try {
    read()
  } catch (error) {
    expect(Object.keys((error as InvalidInput).fields)).toEqual(fields)
  }
})

test('A deposit of the whole price is allowed', () => {
  expect(readQuote({ ...TYPED, deposit: '5000' }, '2026-12-02').deposit).toBe(500_000)
})

const SENT: SentLetter = { kind: 'sale', names: ['Mrs Ash', 'A1 Plates'], isNextInLine: false }
const LETTER = 'Dear Mrs Ash, {plate} is {price}, {deposit} now, until {until}: {link} A1 Plates'

/** What is asked about the e-mail of a quote of AB12 CDE for £9,500 with a deposit of £500 until 24 December 2026. */
function asked(text: string, sent: SentLetter | undefined = SENT, confirmed?: string): string | null {
  const typed = { ...TYPED, amount: '9,500', deposit: '500', validUntil: '2026-12-24', text }
  try {
    readQuote({ ...typed, ...(confirmed ? { confirmed } : {}) }, '2026-12-02', sent)
    return null
  } catch (error) {
    return error instanceof ChangeRefusal ? (error.fields.confirmed ?? error.message) : String(error)
  }
}

test.each([
  LETTER,
  'AB12CDE at £9500, £500.00 now, until 24/12/26: {link}',
  '{plate} at £9.5k, {deposit} within 3 days, the rest of £9,000 within 14 days, until 24th Dec: {link}',
])('Nothing is asked about an e-mail that says the same by value: %s', (text) => {
  expect(asked(text)).toBeNull()
})

test.each([
  ['£100,000'],
  ['£9,5000'],
  ['WD 1'],
  ['AB12 CDF'],
  ['27 December 2026'],
  ['24 January'],
  ['within 7 days'],
])(
  'A figure of an e-mail that is none of the deal’s is asked about, and goes once that is confirmed: %s',
  (figure) => {
    const text = `${LETTER} or ${figure}`
    const question = asked(text)
    expect(question).toBe(`The e-mail says ${figure}, but the deal does not.`)
    expect(asked(text, SENT, question ?? '')).toBeNull()
    expect(asked(`${text} or £7`, SENT, question ?? '')).toContain('£7')
    expect(asked(text, undefined)).toBe(question)
  },
)

test.each([
  ['{plate}', '{plate} (AB12 CDE)'],
  ['{price}', '{price} (£9,500)'],
  ['{deposit}', '{deposit} (£500)'],
  ['{until}', '{until} (24 December 2026)'],
  ['{link}', '{link} (a page of their own)'],
])('An e-mail without %s is asked about', (blank, named) => {
  expect(asked(LETTER.replace(blank, '…'))).toBe(`The e-mail leaves out ${named}.`)
})

test('An e-mail of a quote beside others says that they are next in line, or is asked about', () => {
  const beside = { ...SENT, isNextInLine: true }
  expect(asked(LETTER, beside)).toBe('The e-mail does not say that they are next in line.')
  expect(asked(`${LETTER} You are next in line.`, beside)).toBeNull()
})

test('A bid has no page for its seller, and asks for no deposit', () => {
  const bid = { ...SENT, kind: 'purchase' } as const
  expect(asked(LETTER, bid)).toContain('{link}')
  expect(asked('We would pay {price} for {plate} until {until}.', bid)).toBeNull()
})
