import { expect, test } from 'vitest'
import { NEEDED_BLANKS, proposeLetter, writeMessage } from './deal-letters.ts'
import type { Deal, Payment } from './deal-types.ts'
import { fillLetter, type LetterTerms, readBlanks } from './letter-blanks.ts'
import { questionsAbout } from './read-deal-form.ts'
import { toOrder } from './read-order.ts'

const WRITERS = { person: 'Ann', firm: 'A1 Plates' }
const LINK = 'https://plates.example/order/t'
const TODAY = '2026-11-25'

const DEAL = {
  kind: 'sale',
  registration: '7 W',
  name: 'Mrs Ash',
  amount: 950_000,
  deposit: 100_000,
  depositDays: 3,
  balanceDays: 14,
  includes: 'With the DVLA’s £80.',
  validUntil: '2026-12-24',
  isBesideOthers: false,
  agreedOn: null,
  depositBy: '2026-11-28',
  balanceBy: '2026-12-09',
  endedAt: null,
  createdAt: '2026-11-20T12:00:00Z',
} as Deal

function termsOf(deal: Deal, isAgreed: boolean): LetterTerms {
  const isSale = deal.kind === 'sale'
  const until = isAgreed ? (isSale ? deal.depositBy : null) : deal.validUntil
  return { ...deal, until, balanceBy: isAgreed ? deal.balanceBy : null, link: isSale ? LINK : null }
}

const offers: [what: string, deal: Partial<Deal>][] = [
  ['a deposit', {}],
  ['no deposit and nothing included', { deposit: null, includes: null }],
  ['a deposit of the whole price', { deposit: 950_000 }],
  ['others who were quoted first', { isBesideOthers: true }],
  ['a purchase', { kind: 'purchase', deposit: null }],
]

test.each(offers.flatMap(([what, deal]) => [false, true].map((isAgreed) => [what, isAgreed, deal] as const)))(
  'A proposed letter has a value for each of its blanks, and nothing is asked about it: %s, agreed %s',
  (_, isAgreed, changed) => {
    const deal = { ...DEAL, ...changed }
    const terms = termsOf(deal, isAgreed)
    const letter = proposeLetter(deal, isAgreed, WRITERS)
    expect(readBlanks(letter, terms).filter(({ value }) => value === null)).toEqual([])
    const isNextInLine = !isAgreed && deal.isBesideOthers
    const sent = { kind: deal.kind, names: [deal.name, ...Object.values(WRITERS)], isNextInLine }
    expect(questionsAbout(letter, terms, sent)).toEqual([])
    for (const blank of NEEDED_BLANKS[deal.kind].filter((one) => letter.includes(`{${one}}`)))
      expect(questionsAbout(letter.replaceAll(`{${blank}}`, '…'), terms, sent).join()).toContain(`{${blank}}`)
  },
)

test('A deposit of the whole price leaves no rest to pay', () => {
  const filled = (deposit: number) => {
    const deal = { ...DEAL, deposit }
    return [false, true].map((isAgreed) =>
      fillLetter(proposeLetter(deal, isAgreed, WRITERS), termsOf(deal, isAgreed)),
    )
  }
  expect(filled(100_000).map((letter) => letter.includes('the rest'))).toEqual([true, true])
  expect(filled(950_000).map((letter) => /deposit|the rest/.test(letter))).toEqual([false, false])
})

function messageOf(deal: Deal, amount = 0) {
  const payment = { kind: 'deposit', amount, paidOn: TODAY, method: 'card' } as Payment
  const around = { standing: 'theirs', bankDetails: null, today: TODAY } as const
  return writeMessage(deal, toOrder(deal, amount > 0 ? [payment] : [], around), LINK, TODAY, WRITERS)
}

test.each<[what: string, deal: Partial<Deal>]>([
  ['is on hold', { isOnHold: true, agreedOn: TODAY }],
  ['has lapsed', { agreedOn: TODAY, lapsedOn: TODAY }],
  ['is over', { validUntil: '2026-11-24' }],
  ['has ended', { outcome: 'lost' }],
])('Nothing is to be copied of a deal that %s', (_, deal) => {
  expect(messageOf({ ...DEAL, ...deal })).toBeNull()
})

test.each<[stage: string, deal: Partial<Deal>, amount: number, says: string, leaves: RegExp]>([
  ['a quote', {}, 0, 'Our quote is £9,500, valid until 24 December 2026', /{/],
  ['a yes', { agreedOn: TODAY }, 0, 'A deposit of £1,000 by 28 November 2026', /{|quote/],
  ['a yes, extended', { agreedOn: TODAY, depositBy: '2026-12-01' }, 0, 'by 1 December 2026', /28 Nov/],
  ['part of a deposit', { agreedOn: TODAY }, 40_000, 'rest of the deposit of £600 is due by 28', /quote/],
  ['a deposit', { agreedOn: TODAY }, 100_000, 'The balance of £8,500 is due by 9 December 2026', /deposit/],
  ['a late balance', { agreedOn: TODAY, balanceBy: '2026-11-24' }, 100_000, 'was due by 24', /is due/],
  ['all paid', { agreedOn: TODAY }, 950_000, 'Please tell us whether', /deposit|How to pay/],
  [
    'all paid for a vehicle',
    { agreedOn: TODAY, ending: 'vehicle' },
    950_000,
    'V5C',
    /certificate|How to pay/,
  ],
  [
    'sold',
    { agreedOn: TODAY, soldOn: TODAY, ending: 'certificate' },
    950_000,
    'post you its cert',
    /How to pay/,
  ],
  [
    'handed over',
    { agreedOn: TODAY, soldOn: TODAY, ending: 'certificate', trackingNumber: 'X 1', handedOverOn: TODAY },
    950_000,
    'Thank you for buying 7 W from us. We have posted you its certificate, tracking number X 1.',
    /How to pay|will post/,
  ],
  [
    'moved straight across',
    { agreedOn: TODAY, soldOn: TODAY, ending: 'v317', handedOverOn: TODAY },
    950_000,
    'It is on your vehicle',
    /certificate/,
  ],
  ['a bid', { kind: 'purchase', deposit: null }, 0, 'We would pay £9,500 for it', /order\/t/],
])('The message to copy follows the stage: %s', (_, changed, amount, says, leaves) => {
  const message = messageOf({ ...DEAL, ...changed }, amount)
  expect(message).toContain(says)
  expect(message).not.toMatch(leaves)
})
