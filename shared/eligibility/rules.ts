// The DVLA's rules for putting a registration on a vehicle, in our words, each with its date and source.

import type { CitedSource } from '../sales/cited-source.ts'

export interface Rule {
  text: string
  /** The age of the source, according to its own date or its content. */
  asOf: string
  source: CitedSource
}

/** The day on which we last read the sources. */
export const RULES_CHECKED = '2026-11-20'

const ASSIGN_TEXTS = {
  name: 'DVLA, texts of the online assignment service',
  url: 'https://github.com/dvla/vrm-assign-online/blob/5a3f0ecea79edf0c4a656ab16489fcdf55b4a67b/conf/messages.en',
  isOfficial: true,
}
const REGTRANSFERS = {
  name: 'Regtransfers, how to transfer private plates',
  url: 'https://www.regtransfers.co.uk/number-plate-guides/number-plate-guides/how-to-transfer-private-plates',
  isOfficial: false,
}

export const RULES = {
  age: {
    text: 'A registration must not make a vehicle look newer than it is. Older and dateless ones can go on any newer vehicle.',
    asOf: '2025',
    source: {
      name: 'DVLA Auctions, bidding instructions',
      url: 'https://dvlaauction.co.uk/bidding_instructions',
      isOfficial: true,
    },
  },
  qVehicle: {
    text: 'No registration can be put on a vehicle that has a Q or QNI registration.',
    asOf: 'February 2017',
    source: ASSIGN_TEXTS,
  },
  testedType: {
    text: 'The vehicle must be of a type that needs an MOT or a heavy goods test.',
    asOf: 'February 2017',
    source: ASSIGN_TEXTS,
  },
  taxed: {
    text: 'The vehicle must be taxed or under SORN, and must have been one or the other for five years without a break.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  longSorn: {
    text: 'A vehicle that has been under SORN for more than five years must be taxed and have an MOT.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  mot: {
    text: 'A vehicle that is more than three years old needs an MOT.',
    asOf: '2013',
    source: {
      name: 'Directgov, retaining a registration mark (archived copy)',
      url: 'https://www.cross-stitch-centre.co.uk/en/Motoring/PersonalisedRegAndNumberPlates/DG_4022575.html',
      isOfficial: true,
    },
  },
  historicMot: {
    text: 'A historic vehicle needs a current MOT for this, even if it is exempt in daily use.',
    asOf: '2023',
    source: REGTRANSFERS,
  },
  condition: {
    text: 'The vehicle must be registered with the DVLA, able to move under its own power, and available for inspection.',
    asOf: 'February 2017',
    source: ASSIGN_TEXTS,
  },
  keeper: {
    text: 'By post, and for a brand-new vehicle, the keeper must be the purchaser (V750), the grantee (V778) or the named nominee. A nominee can be named when the registration is assigned, with the purchaser’s or grantee’s signature.',
    asOf: 'an undated page',
    source: {
      name: 'CheckMOT, certificate of entitlement',
      url: 'https://checkmot.com/certificate-of-entitlement',
      isOfficial: false,
    },
  },
  online: {
    text: 'Online, the purchaser or grantee, or a business with their consent, assigns it with the number of the certificate and the reference of the log book. No nominee is needed, and the names need not match.',
    asOf: 'an undated page',
    source: {
      name: 'Simply Registrations, grantee and nominee',
      url: 'https://www.simplyregistrations.co.uk/grantee-and-nominee-explained/',
      isOfficial: false,
    },
  },
  takenOff: {
    text: 'Only the registered keeper can take a registration off a vehicle.',
    asOf: 'February 2017',
    source: {
      name: 'DVLA, texts of the online retention service',
      url: 'https://github.com/dvla/vrm-retention-online/blob/56ee13607786693a7fd95f1cec02eea433ec1eb9/conf/messages.en',
      isOfficial: true,
    },
  },
  fee: {
    text: 'Putting a registration on is free. Taking one off a vehicle costs £80, which covers putting it on again.',
    asOf: '2025',
    source: {
      name: 'DVLA Auctions, questions and answers',
      url: 'https://dvlaauction.co.uk/questions_answers',
      isOfficial: true,
    },
  },
  papers: {
    text: 'A V750 holds a registration that has never been on a vehicle, a V778 one that has been taken off. Both last ten years and are renewed free of charge.',
    asOf: '2023',
    source: {
      name: 'Simply Registrations, V750 and V778',
      url: 'http://www.simplyregistrations.co.uk/blog/what-is-the-difference-between-a-v750-and-a-v778/',
      isOfficial: false,
    },
  },
  plates: {
    text: 'Change the plates once the change is confirmed, and tell the insurer. Tax and MOT carry on.',
    asOf: 'February 2017',
    source: ASSIGN_TEXTS,
  },
} as const satisfies Record<string, Rule>

export type RuleKey = keyof typeof RULES

/** The rules that decide; the others are on the checklist. */
export type DecidingRule =
  | 'age'
  | 'qVehicle'
  | 'testedType'
  | 'taxed'
  | 'longSorn'
  | 'mot'
  | 'historicMot'
  | 'keeper'
