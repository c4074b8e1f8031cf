/**
 * Everything about the business that an owner would change, on one page. The lines marked SAMPLE are
 * evident placeholders: `npm run office -- doctor` reports them until they are replaced.
 */
export const site = {
  name: 'Plateworthy',
  strapline: 'Trading Plates Since 1993',
  tradingSince: 1993,
  copyrightYear: 2025,
  locale: 'en-GB',

  email: 'hello@plateworthy.example', // SAMPLE
  social: { label: 'Message us on Instagram', url: 'https://www.instagram.com/' }, // SAMPLE

  company: {
    registration: 'Plateworthy Ltd, registered in England and Wales, company number 00000000 (sample)', // SAMPLE
    address: ['1 Sample Street', 'London', 'EC1A 1AA'], // SAMPLE
  },

  claims: [
    { figure: '30+ years', text: 'of number plate knowledge' },
    { figure: '£1M+', text: 'of personal stock, owned outright' },
    { figure: '7 days a week', text: '365 days a year: you can reach us' },
  ],

  /** The dealer's own statement of what a price includes; shown wherever a price is. */
  priceStatement: 'All listed prices include fees.', // SAMPLE

  independence: 'We are independent of the DVLA and not affiliated with it.',
} as const

export type Site = typeof site
