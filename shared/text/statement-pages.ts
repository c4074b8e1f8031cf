/** The pages that consist of what the firm states itself, at the desk. A page exists once all its statements are written. */

const TERMS = {
  termsSeller: {
    heading: 'Who sells to you',
    help: 'Name your company, say that you own the registration, and when an order becomes binding.',
  },
  termsPrice: {
    heading: 'What the price includes',
    help: 'VAT, the DVLA’s assignment fee, and whether anything is charged on top.',
  },
  termsPayment: {
    heading: 'How you pay',
    help: 'The ways to pay, any deposit, and when the rest is due.',
  },
  termsTransfer: {
    heading: 'How the registration reaches you',
    help: 'When you assign it or send the certificate, and what you need from the buyer first.',
  },
  termsFailure: {
    heading: 'If it cannot be assigned',
    help: 'What you do, and what the buyer gets back, if it cannot go on the vehicle.',
  },
}

const REFUNDS = {
  refundsCancelling: {
    heading: 'Cancelling an order',
    help: 'How somebody who ordered online, by e-mail or by telephone cancels, and until when. Ask a solicitor which rights the law gives.',
  },
  refundsAmount: {
    heading: 'What we refund',
    help: 'What the buyer gets back, before and after the registration is assigned or the certificate is sent.',
  },
  refundsTime: {
    heading: 'When we refund it',
    help: 'Within how many days, and how the money is sent.',
  },
  refundsContact: {
    heading: 'Who to contact',
    help: 'The person or address to write to, and what to quote.',
  },
}

const COMPLAINTS = {
  complaintsHow: {
    heading: 'How to complain',
    help: 'The address, e-mail or telephone number for complaints.',
  },
  complaintsDetails: {
    heading: 'What to tell us',
    help: 'What you need to look into it, such as the registration and the invoice number.',
  },
  complaintsAnswer: {
    heading: 'Who answers, and when',
    help: 'Who looks into it, and within how many days you answer.',
  },
  complaintsDisagreement: {
    heading: 'If we cannot agree',
    help: 'Where the buyer can go next, such as a trade body or an ombudsman that you belong to.',
  },
}

export type StatementName = keyof typeof TERMS | keyof typeof REFUNDS | keyof typeof COMPLAINTS

interface StatementSpec {
  heading: string
  /** Tells the person at the desk what to write. */
  help: string
}

export interface StatementPage {
  id: 'terms' | 'refunds' | 'complaints'
  path: string
  title: string
  /** The description in search results. */
  description: string
  statements: Partial<Record<StatementName, StatementSpec>>
}

export const STATEMENT_PAGES: readonly StatementPage[] = [
  {
    id: 'terms',
    path: '/terms',
    title: 'Terms of Sale',
    description:
      'Who sells to you, what the price includes, how you pay and how the registration reaches you.',
    statements: TERMS,
  },
  {
    id: 'refunds',
    path: '/refunds',
    title: 'Refunds and Cancellation',
    description: 'How to cancel an order, what we refund and when, and who to contact.',
    statements: REFUNDS,
  },
  {
    id: 'complaints',
    path: '/complaints',
    title: 'Complaints',
    description: 'How to complain, who answers and when, and what happens if we cannot agree.',
    statements: COMPLAINTS,
  },
]

/** What the firm has written; null where it has written nothing. */
export type Statements = Readonly<Record<StatementName, string | null>>

/** What a page shows of a statement. */
export interface Statement {
  heading: string
  text: string | null
}

/** A page of which every statement is written. */
export interface WrittenPage extends Pick<StatementPage, 'path' | 'title' | 'description'> {
  statements: readonly Statement[]
}

export const statementsOf = (page: StatementPage, written: Statements): Statement[] =>
  Object.entries(page.statements).map(([name, { heading }]) => ({
    heading,
    text: written[name as StatementName],
  }))

/** The headings of what is not written yet. */
export const missingStatements = (page: StatementPage, written: Statements): string[] =>
  statementsOf(page, written).flatMap(({ heading, text }) => (text === null ? [heading] : []))

/** Without those of which a statement is missing: the public site knows nothing of them. */
export const writtenPages = (written: Statements): WrittenPage[] =>
  STATEMENT_PAGES.filter((page) => missingStatements(page, written).length === 0).map((page) => ({
    path: page.path,
    title: page.title,
    description: page.description,
    statements: statementsOf(page, written),
  }))
