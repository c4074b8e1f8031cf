/** What you know of the premium at DVLA auctions since October 2025. */
export interface SettledPremium {
  /** 0.07 is 7%. */
  rate: number
  /** Where you read it: 'the conditions of sale of December 2026'. */
  source: string
  /** The day on which you read it: '2026-12-01'. */
  checked: string
}

export interface Telephone {
  /** As people write it: '020 7946 0000'. */
  number: string
  /** When somebody answers: 'every day, 9am to 7pm'. */
  hours: string
  /** 'tel:+442079460000', which the site makes from the number. */
  link?: string | null
}

/** A link to another site. */
interface SocialLink {
  label: string
  url: string
}

interface Claim {
  figure: string
  text: string
}

/** How VAT stands in your prices: in them, under the margin scheme, or you are not registered for it. */
export type VatStatus = 'included' | 'margin' | 'not-registered'

/** What the public pages say of the firm. This page has the defaults; what is set at the desk takes their place. */
export interface Site {
  name: string
  /** On the yellow plate of the logo, three at most. */
  letters: string
  strapline: string
  tradingSince: number
  copyrightYear: number
  locale: string
  email: string
  social: SocialLink | null
  /** Where customers review the firm. */
  reviews: SocialLink | null
  telephone: Telephone | null
  company: { registration: string; vatNumber: string | null; address: readonly string[] }
  claims: readonly Claim[]
  dvlaPremium: SettledPremium | null
  vat: VatStatus
  prices: { note: string; statement: string }
  /** For how long a plate is reserved, unless you choose another day. */
  reservationDays: number
  independence: string
}

/** Null until you set it: then no page shows a number, and the doctor says so. */
const telephone: Telephone | null = null

/** The three figures of the home page. */
export const claimsWith = (telephone: Telephone | null): readonly Claim[] => [
  { figure: '30+ years', text: 'of number plate knowledge' },
  { figure: '£1M+', text: 'of personal stock, owned outright' },
  {
    figure: '7 days a week',
    text: telephone ? 'by phone and e-mail, 365 days a year' : 'by e-mail, 365 days a year',
  },
]

/**
 * The buyer's premium at DVLA auctions since October 2025, on which sources disagree. While it is null, the calculator
 * shows what each of them comes to, and no total of a sale is computed from either.
 */
const dvlaPremium: SettledPremium | null = null

/**
 * Everything about the business that an owner would change, on one page. What the owner sets at the desk takes the place
 * of these lines (services/settings). The lines marked SAMPLE are evident placeholders: `npm run office -- doctor` reports
 * them until they are replaced, here or at the desk.
 */
export const site: Site = {
  name: 'Plateworthy',
  letters: 'PW',
  strapline: 'Trading Plates Since 1993',
  tradingSince: 1993,
  copyrightYear: 2025,
  locale: 'en-GB',

  email: 'hello@plateworthy.example', // SAMPLE
  social: { label: 'Message us on Instagram', url: 'https://www.instagram.com/' }, // SAMPLE
  reviews: null,

  telephone,

  company: {
    registration: 'Plateworthy Ltd, registered in England and Wales, company number 00000000 (sample)', // SAMPLE
    vatNumber: null,
    address: ['1 Sample Street', 'London', 'EC1A 1AA'], // SAMPLE
  },

  claims: claimsWith(telephone),

  dvlaPremium,

  vat: 'included', // SAMPLE

  /**
   * What your prices include, right beside each price and as a sentence. Under the VAT margin scheme write 'no VAT to
   * add, £80 fee included' and 'All listed prices include fees: … We sell under the VAT margin scheme, so no VAT is
   * added.'
   */
  prices: {
    note: 'VAT and £80 fee included', // SAMPLE
    statement:
      'All listed prices include fees: VAT and the DVLA’s £80 assignment fee. There is nothing to add.', // SAMPLE
  },

  reservationDays: 2,

  independence: 'We are independent of the DVLA and not affiliated with it.',
}
