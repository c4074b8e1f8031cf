import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'

/** The groups of settings, each a page of the desk, in the order of the page that lists them. A preview is another page of the desk. */
export const GROUPS = [
  {
    id: 'business',
    title: 'The firm',
    lead: 'Who you are, for visitors, search engines and the law.',
  },
  {
    id: 'reach',
    title: 'How to reach you',
    lead: 'What visitors see. Where enquiries are sent is set under “Enquiries and replies”.',
  },
  {
    id: 'prices',
    title: 'Prices and VAT',
    lead: 'What your prices include. These words are a promise to the buyer: make sure they match your invoices.',
  },
  {
    id: 'auctions',
    title: 'Fees at DVLA auctions',
    lead: 'Sources disagree about the buyer’s premium since October 2025. Once you have read the conditions of sale, set it here for every page.',
  },
  {
    id: 'enquiries',
    title: 'Enquiries and replies',
    lead: 'Who receives enquiries, which are acknowledged automatically, and how long they are kept.',
  },
  {
    id: 'deals',
    title: 'Deals',
    lead: 'What buyers read on the page of their order, on confirmations and on receipts.',
  },
  ...STATEMENT_PAGES.map(({ id, title, path, statements }) => ({
    id,
    title,
    preview: `/firm/pages/${id}`,
    lead: `The page ${path}. There is no such page, and no link to it, until all ${Object.keys(statements).length} statements are written.`,
  })),
] as const

export type Group = (typeof GROUPS)[number]

export type SettingGroup = Group['id']
