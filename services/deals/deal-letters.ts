/** The e-mails of a deal as the desk proposes them; the dealer may change each before it is sent. Shared with the browser. */
import { longDay } from '#shared/text/format.ts'
import { type Deal, formatPence } from './deal-types.ts'

interface Signature {
  /** Who writes. */
  person: string
  firm: string
  /** The address of the buyer's page. */
  link: string
}

export type Quoted = Pick<
  Deal,
  'kind' | 'registration' | 'name' | 'amount' | 'deposit' | 'includes' | 'validUntil'
>

const letter = (name: string, paragraphs: readonly string[], { person, firm }: Signature): string =>
  [`Dear ${name},`, ...paragraphs, `Kind regards,\n${person}\n${firm}`].join('\n\n')

const depositOf = ({ deposit }: Pick<Quoted, 'deposit'>) =>
  deposit ? [`A deposit of ${formatPence(deposit)} reserves it for you.`] : []

/** With the quote, or with our bid. */
export function quoteLetter(quoted: Quoted, signature: Signature): string {
  const { kind, registration, name, includes } = quoted
  const [price, until] = [formatPence(quoted.amount), longDay(quoted.validUntil)]
  const goAhead = 'If you would like to go ahead, reply to this e-mail.'
  if (kind === 'purchase')
    return letter(
      name,
      [
        `Thank you for telling us about ${registration}. We would pay ${price} for it. This stands until ${until}.`,
        `${goAhead} We then need to see proof of who you are, and to have its certificate (V750 or V778).`,
      ],
      signature,
    )
  return letter(
    name,
    [
      `Thank you for asking about ${registration}. Our quote is ${price}, valid until ${until}.${includes ? ` ${includes}` : ''}`,
      [...depositOf(quoted), goAhead].join(' '),
      `Your quote, and later your order, are on this page:\n${signature.link}`,
    ],
    signature,
  )
}

/** Confirms their yes. */
export function agreementLetter(quoted: Quoted, signature: Signature): string {
  const { kind, registration, name } = quoted
  const price = formatPence(quoted.amount)
  if (kind === 'purchase')
    return letter(
      name,
      [
        `Thank you. We have agreed to buy ${registration} from you for ${price}.`,
        'Next we need to see proof of who you are, and to have its certificate (V750 or V778).',
      ],
      signature,
    )
  return letter(
    name,
    [
      `Thank you. We have agreed ${registration} at ${price}.`,
      ...depositOf(quoted),
      `How to pay, and how far the transfer has come, are on this page:\n${signature.link}`,
    ],
    signature,
  )
}
