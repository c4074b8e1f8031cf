import { describe, expect, test } from 'vitest'
import type { PlateDocument } from '../cells/stock-cells.ts'
import { type Want, waysToBuyer } from './ways-to-buyer.ts'

const LEE = 'Ann Lee'
const OPEN = 'signed and open'

type Row = [
  document: PlateDocument | null,
  holder: string | null,
  nominee: string | null,
  want: Want,
  ways: string[],
]

/** Each way as 'ending: what we need; what we ask'. The keeper is Ann Lee where a certificate is posted. */
const ROWS: Row[] = [
  // We assign it online: no nominee is needed, whoever is named.
  ['V750', 'us', null, 'assigned', ['vehicle: ; log-book']],
  ['V778', 'us', OPEN, 'assigned', ['vehicle: ; log-book']],
  ['V778', 'us', 'Bob Ash', 'assigned', ['vehicle: ; log-book']],
  ['V778', 'Bob Ash', null, 'assigned', ['vehicle: consent; log-book']],
  ['V778', null, OPEN, 'assigned', ['vehicle: holder; log-book']],
  // A brand-new vehicle, or the post: the keeper must be the nominee, or the holder.
  ['V750', 'us', null, 'new-vehicle', ['certificate: signature, tracked; ']],
  ['V750', 'us', LEE, 'new-vehicle', ['certificate: tracked; ']],
  ['V750', 'us', null, 'certificate', ['certificate: signature, tracked; ']],
  ['V778', 'us', 'ann lee', 'certificate', ['certificate: tracked; ']],
  ['V778', 'us', OPEN, 'certificate', ['certificate: tracked; ']],
  ['V778', 'us', 'Bob Ash', 'certificate', ['certificate: signature, tracked; ']],
  ['V778', LEE, null, 'certificate', ['certificate: tracked; ']],
  ['V778', 'Bob Ash', null, 'certificate', ['certificate: signature, tracked; ']],
  ['V778', null, null, 'certificate', ['certificate: holder, signature, tracked; ']],
  // A plate on a vehicle goes straight across, or is taken off first.
  [
    'vehicle',
    'Bob Ash',
    null,
    'assigned',
    ['v317: v317, tracked; both-log-books', 'vehicle: take-off; log-book'],
  ],
  ['vehicle', 'us', null, 'new-vehicle', ['certificate: take-off; ']],
  ['vehicle', null, null, 'certificate', ['certificate: take-off; ']],
  // Nothing can be said of a document that is not recorded.
  [null, 'us', LEE, 'assigned', []],
  [null, null, null, 'certificate', []],
]

const papers = (document: PlateDocument | null, holder: string | null, nominee: string | null) => ({
  document,
  documentNumber: 'X 1',
  holder,
  nominee,
})

describe('the ways of a plate to its buyer', () => {
  test.each(ROWS)(
    'document %s, holder %s, nominee %s, wanted %s: %j',
    (document, holder, nominee, want, ways) => {
      const found = waysToBuyer(papers(document, holder, nominee), want, LEE)
      expect(
        found.map(({ ending, needs, asks }) => `${ending}: ${needs.join(', ')}; ${asks.join()}`),
      ).toEqual(ways)
    },
  )

  test('a certificate asks for the keeper until the name is known, and a nominee of another name needs a signature', () => {
    const [way] = waysToBuyer(papers('V778', 'us', LEE), 'certificate', null)
    expect(way).toMatchObject({ needs: ['signature', 'tracked'], asks: ['keeper'] })
  })

  test('the online service needs the number of the document', () => {
    const [way] = waysToBuyer({ ...papers('V778', 'us', null), documentNumber: null }, 'assigned', null)
    expect(way?.needs).toEqual(['number'])
  })
})
