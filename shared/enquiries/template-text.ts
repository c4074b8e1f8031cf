/** Reply templates: text with blanks in braces, which are filled from the enquiry. */

export interface ReplyTemplate {
  name: string
  /** The paragraphs between the greeting and the close. */
  body: string
}

/** The allowed blanks, and what each is replaced by. */
export const BLANKS = {
  name: 'the name of the person who wrote',
  plates: 'the plates that the enquiry names; {plates|the plate} where it names none',
  is: '“is” or “are”, after the plates',
  offer: 'a sentence saying which of the plates are for sale, at what price, and what prices include',
  statement: 'what your prices include',
  firm: 'your firm’s name',
} as const

export type Blank = keyof typeof BLANKS

const BLANK = /\{([^{}|]*)(?:\|([^{}]*))?\}/g

/** Unknown blanks as written: '{plate}'. */
export function unknownBlanks(body: string): string[] {
  return [...body.matchAll(BLANK)]
    .filter(([, name = '']) => !Object.hasOwn(BLANKS, name.trim()))
    .map(([written]) => written)
}

/** @param read also gets the text after the bar: '{plates|the plate}' */
export function fillBlanks(
  body: string,
  read: (blank: Blank, otherwise: string | undefined) => string,
): string {
  return body.replace(BLANK, (written, name: string, otherwise: string | undefined) => {
    const blank = name.trim()
    return Object.hasOwn(BLANKS, blank) ? read(blank as Blank, otherwise) : written
  })
}

/** The standard templates that the desk suggests where others ask about a plate; the dealer may have renamed them. */
export const OFFER_TEMPLATE = 'Still for sale'
export const GONE_TEMPLATE = 'Reserved or sold'

/** The defaults, until the dealer writes others. */
export const STANDARD_TEMPLATES: readonly ReplyTemplate[] = [
  {
    name: OFFER_TEMPLATE,
    body: [
      'Thank you for asking. {offer}',
      'If you would like to go ahead, reply to this e-mail and tell us which vehicle the registration is for. We will then confirm the next step and how to pay.',
    ].join('\n\n'),
  },
  {
    name: GONE_TEMPLATE,
    body: [
      'Thank you for asking. I am sorry to say that {plates|the plate} {is} no longer available.',
      'If you tell us what you like about it, such as a name, initials or a number, and what you would like to spend, we will look for something similar.',
    ].join('\n\n'),
  },
  {
    name: 'Valuation',
    body: [
      'Thank you for asking us to value {plates|your registration}. Going by what similar plates have sold for, we would expect it to make between £[lower] and £[upper] at auction.',
      'What it makes depends on who is looking for it at the time. If you are thinking of selling, reply to this e-mail and we will tell you what we can offer.',
    ].join('\n\n'),
  },
  {
    name: 'How buying works',
    body: [
      'This is how buying {plates|a registration} from us works. You tell us which vehicle it is for, we confirm the price and send an invoice, and once it is paid the registration is yours to assign.',
      'To put it on, the vehicle must be registered with the DVLA and taxed or declared off the road (SORN), and the registration must not make it look newer than it is. We’ll tell you what to send, or do it for you online.',
      '{statement}',
    ].join('\n\n'),
  },
  {
    name: 'One question first',
    body: [
      'Thank you for writing. We can give you a proper answer once we know one thing: [question]',
      'Just reply to this e-mail.',
    ].join('\n\n'),
  },
]
