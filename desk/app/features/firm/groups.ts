/** The layout of the settings on the page, and where each one appears on the site. */
import type { SettingName } from '#services/settings/definitions.ts'

export interface Group {
  id: 'business' | 'reach' | 'prices' | 'auctions' | 'enquiries'
  title: string
  /** A sentence or two. */
  lead: string
  names: readonly SettingName[]
}

export const GROUPS: readonly Group[] = [
  {
    id: 'business',
    title: 'The firm',
    lead: 'Who you are, for visitors, search engines and the law.',
    names: [
      'name',
      'letters',
      'strapline',
      'tradingSince',
      'claims',
      'companyRegistration',
      'companyAddress',
    ],
  },
  {
    id: 'reach',
    title: 'How to reach you',
    lead: 'What visitors see. Where enquiries are sent is set under “Enquiries and replies”.',
    names: ['telephone', 'email', 'social'],
  },
  {
    id: 'prices',
    title: 'Prices and VAT',
    lead: 'What your prices include. These words are a promise to the buyer: make sure they match your invoices.',
    names: ['vat', 'pricesNote', 'pricesStatement', 'marginFee'],
  },
  {
    id: 'auctions',
    title: 'Fees at DVLA auctions',
    lead: 'Sources disagree about the buyer’s premium since October 2025. Once you have read the conditions of sale, set it here for every page.',
    names: ['dvlaPremium'],
  },
  {
    id: 'enquiries',
    title: 'Enquiries and replies',
    lead: 'Who receives enquiries, which are acknowledged automatically, and how long they are kept.',
    names: ['recipients', 'acknowledgements', 'retentionMonths'],
  },
]

/** Only owners see these, because they contain addresses of people. */
export const PRIVATE_SETTINGS: readonly SettingName[] = ['recipients', 'dkimSelectors']

interface PublicPage {
  path: string
  label: string
}

const HOME = { path: '/', label: 'Home' }
const ABOUT = { path: '/about', label: 'About us' }
const CONTACT = { path: '/contact', label: 'Contact' }
const PRIVACY = { path: '/privacy', label: 'Privacy policy' }
const PLATES = { path: '/plates', label: 'Plates for sale' }

export const SHOWN_ON: Partial<Record<SettingName, readonly PublicPage[]>> = {
  name: [HOME, ABOUT],
  letters: [HOME],
  strapline: [HOME],
  tradingSince: [HOME, ABOUT],
  claims: [HOME, ABOUT],
  companyRegistration: [PRIVACY],
  companyAddress: [ABOUT, PRIVACY],
  telephone: [CONTACT, ABOUT],
  email: [CONTACT, PRIVACY],
  social: [CONTACT, ABOUT],
  pricesNote: [PLATES],
  pricesStatement: [HOME, ABOUT],
  dvlaPremium: [
    { path: '/auction-calculator', label: 'Calculator' },
    { path: '/info/auction-fees-explained', label: 'Auction fees explained' },
  ],
  retentionMonths: [PRIVACY],
}
