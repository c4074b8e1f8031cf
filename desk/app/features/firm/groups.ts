/** The groups of settings on the page of the firm, in order. */
import type { SettingGroup } from '#services/settings/definitions.ts'

export interface Group {
  id: SettingGroup
  title: string
  /** A sentence or two. */
  lead: string
}

const GROUP_TEXTS: Record<SettingGroup, Omit<Group, 'id'>> = {
  business: {
    title: 'The firm',
    lead: 'Who you are, for visitors, search engines and the law.',
  },
  reach: {
    title: 'How to reach you',
    lead: 'What visitors see. Where enquiries are sent is set under “Enquiries and replies”.',
  },
  prices: {
    title: 'Prices and VAT',
    lead: 'What your prices include. These words are a promise to the buyer: make sure they match your invoices.',
  },
  auctions: {
    title: 'Fees at DVLA auctions',
    lead: 'Sources disagree about the buyer’s premium since October 2025. Once you have read the conditions of sale, set it here for every page.',
  },
  enquiries: {
    title: 'Enquiries and replies',
    lead: 'Who receives enquiries, which are acknowledged automatically, and how long they are kept.',
  },
}

export const GROUPS: readonly Group[] = Object.entries(GROUP_TEXTS).map(([id, texts]) => ({
  id: id as SettingGroup,
  ...texts,
}))
