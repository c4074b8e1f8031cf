import type { HeadingSpec } from '#shared/cells/table-specs.ts'

/** The columns of an auctioneer's results list. */
export const RESULT_HEADINGS: HeadingSpec = {
  fields: [
    { column: 'lot', headings: 'lot no, lot number, lot id, lot ref' },
    {
      column: 'hammer_price',
      headings: `
        hammer, hammer price gbp, price, current price, current bid, final price, final bid, winning bid,
        highest bid, top bid, sold price, sold for, sale price, selling price, price realised,
        realised price, realised
      `,
    },
    {
      column: 'reserve',
      headings: `
        reserve price, start, start price, start bid, starting price, starting bid, opening price,
        opening bid
      `,
    },
    {
      column: 'status',
      headings: 'result, outcome, sold, is sold, sold y/n, sold status, sale status, lot status',
    },
    // The category and type of a sale follow from its registration.
    { column: 'category', headings: 'type, style, class, group' },
  ],
  dates: ['sale_date'],
  needed: [
    { columns: ['lot'], message: 'No column has the lot: name one “lot”.' },
    { columns: ['hammer_price'], message: 'No column has the hammer price: name one “hammer price”.' },
  ],
  ignoresUnknown: true,
}
