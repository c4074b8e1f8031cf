/** Defines every setting of the firm: its label, schema and effect. */

import { z } from 'zod'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { unknownBlanks } from '#shared/enquiries/template-text.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { isSelector, MAX_SELECTORS } from '../mail-domain/selectors.ts'
import { emailAddress, line, pastDay, text, wholeNumber } from './fields.ts'
import { MARGIN_FEES } from './margin-fee.ts'

interface Definition<Schema extends z.ZodType> {
  label: string
  /** Its effect, in a sentence or two. */
  changes: string
  schema: Schema
}

const define = <Schema extends z.ZodType>(
  label: string,
  changes: string,
  schema: Schema,
): Definition<Schema> => ({
  label,
  changes,
  schema,
})

/** What is acknowledged automatically: the valuation form, or types of contact enquiries. */
export const ACKNOWLEDGED = [
  'valuation form',
  ...(Object.keys(inquiryTypes) as (keyof typeof inquiryTypes)[]),
] as const

export type Acknowledged = (typeof ACKNOWLEDGED)[number]

/** The value as JSON, as the table stores it. */
const MAX_VALUE_LENGTH = 50_000

const MAX_TEMPLATES = 20

const webAddress = z
  .string('Enter the address of the page, with https:// in front.')
  .overwrite(cleanLine)
  .max(300, 'Use 300 characters at most.')
  .refine(
    (address) => /^https:\/\/[^/\s@]+\.[^/\s@]+(?:\/\S*)?$/.test(address) && URL.canParse(address),
    'Enter the address of the page, with https:// in front.',
  )

const template = z.object({
  name: line(60, 'Give the template a name.'),
  body: text(4000, 'Write the template.').superRefine((body, context) => {
    const [unknown] = unknownBlanks(body)
    if (unknown)
      context.addIssue({
        code: 'custom',
        message: `${unknown} is not a placeholder: use one of those below.`,
      })
  }),
})

export const SETTINGS = {
  name: define(
    'Name',
    'The firm’s name in the header, page titles, e-mails, feeds and search results.',
    line(60, 'Enter the name of the firm.'),
  ),
  letters: define(
    'Letters of the logo',
    'The letters on the yellow plate beside the name and on the icon in browser tabs.',
    line(3, 'Enter one to three letters.')
      .transform((letters) => letters.toUpperCase())
      .refine((letters) => /^[A-Z\d]{1,3}$/.test(letters), 'Enter one to three letters or digits.'),
  ),
  strapline: define(
    'Strapline',
    'The line beside the name in the header, and at the end of acknowledgements.',
    line(80, 'Enter a strapline.'),
  ),
  tradingSince: define(
    'Trading since',
    'The year on the home page and the About page.',
    wholeNumber(1800, 2100, 'Enter the year, such as 1993.').refine(
      (year) => year <= new Date().getFullYear(),
      'This year is in the future.',
    ),
  ),
  email: define(
    'E-mail',
    'The address that visitors see, and where security reports go. Enquiries go there too, unless you set other recipients.',
    emailAddress('Enter the e-mail address that visitors see.'),
  ),
  telephone: define(
    'Telephone',
    'The number in the header, in the footer and on the contact page. On a phone, a tap calls it.',
    z
      .object({
        number: line(30, 'Enter the number, or leave number and hours empty.').refine(
          (number) => /^\+?[\d ()-]+$/.test(number) && number.replace(/\D/g, '').length >= 7,
          'Enter the number in digits, such as 020 7946 0000.',
        ),
        hours: line(100, 'Say when you answer, such as every day, 9am to 7pm.'),
      })
      .nullable(),
  ),
  social: define(
    'Social link',
    'A link on the contact page and the About page.',
    z.object({ label: line(60, 'Enter the link text.'), url: webAddress }).nullable(),
  ),
  companyRegistration: define(
    'Company line',
    'Your legal identity, in the footer and the privacy policy.',
    line(200, 'Enter the company, its number and where it is registered.').transform((words) =>
      words.replace(/\.$/, ''),
    ),
  ),
  companyAddress: define(
    'Address',
    'The address in the footer, on the About page and in the privacy policy.',
    z
      .array(line(100, 'Leave no line empty.'))
      .min(1, 'Enter the address.')
      .max(8, 'Use eight lines at most.'),
  ),
  claims: define(
    'Claims',
    'The figures on the home page and the About page.',
    z
      .array(
        z.object({ figure: line(30, 'Enter the figure.'), text: line(100, 'Enter what it stands for.') }),
      )
      .min(1, 'Enter a claim.')
      .max(4, 'Use four claims at most.'),
  ),
  vat: define(
    'VAT',
    'Which wording is suggested for your prices. Before you choose the margin scheme, confirm with your accountant that rights to a registration qualify for it.',
    z.enum(['included', 'margin', 'not-registered'], 'Choose how VAT applies to your prices.'),
  ),
  marginFee: define(
    'Margin at the desk',
    'How the margin of the stock and of Numbers is taken. Say how you record the DVLA’s £80; VAT is then taken off as stated above: a sixth of the price, or of the price less the cost under the margin scheme. Record costs without VAT that you reclaim.',
    z.enum(MARGIN_FEES, 'Choose how you record the £80.').nullable(),
  ),
  pricesNote: define(
    'Beside each price',
    'A few words beside every price of a plate.',
    line(80, 'Enter what a price includes.'),
  ),
  pricesStatement: define(
    'About prices',
    'The sentence about your prices on the home page, each plate, the footer, and in replies to enquiries.',
    line(400, 'Enter what your prices include.'),
  ),
  dvlaPremium: define(
    'DVLA buyer’s premium since October 2025',
    'Used by the calculator, the fee tables in guides and the fees of sales since then. While undecided, they show what each source comes to.',
    z
      .object({
        rate: z
          .number('Enter the rate as a percentage.')
          .min(0, 'Enter 0 or more.')
          .max(0.5, 'Enter 50 or less.'),
        source: line(200, 'Say where you read it.'),
        checked: pastDay('Enter the date you read it.'),
      })
      .nullable(),
  ),
  recipients: define(
    'Recipients of enquiries',
    'Who is e-mailed each enquiry and receives visitors’ replies.',
    z
      .array(emailAddress())
      .min(1, 'Enter an e-mail address.')
      .max(10, 'Use ten addresses at most.')
      .refine(
        (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
        'An address is listed twice.',
      ),
  ),
  retentionMonths: define(
    'Months to keep enquiries',
    'Enquiries that reached you are erased after this time, which the privacy policy states. If you shorten it, older ones are erased within six hours.',
    wholeNumber(1, 120, 'Enter a number of months from 1 to 120.'),
  ),
  acknowledgements: define(
    'Acknowledgements',
    'Which enquiries are acknowledged automatically, with a reference.',
    z
      .array(z.enum(ACKNOWLEDGED, 'Choose from the list.'))
      .transform((chosen) => ACKNOWLEDGED.filter((kind) => chosen.includes(kind))),
  ),
  dkimSelectors: define(
    'DKIM selectors',
    'The keys of your domain that the DNS check looks up.',
    z
      .array(
        z
          .string('Enter a selector.')
          .refine(isSelector, 'A selector has letters, digits and hyphens, such as google or s1.'),
      )
      .max(MAX_SELECTORS, `Enter ${MAX_SELECTORS} selectors at most.`),
  ),
  replyTemplates: define(
    'Reply templates',
    'Texts to start a reply with.',
    z
      .array(template)
      .max(MAX_TEMPLATES, `Use ${MAX_TEMPLATES} templates at most.`)
      .refine(
        (all) => new Set(all.map(({ name }) => name)).size === all.length,
        'Two templates have the same name.',
      )
      .refine(
        (all) => JSON.stringify(all).length <= MAX_VALUE_LENGTH,
        'The templates are too long in total: shorten them.',
      ),
  ),
} as const satisfies Record<string, Definition<z.ZodType>>

export type SettingName = keyof typeof SETTINGS

export type SettingValues = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

/** Where customers' messages go: changing one takes a fresh second factor and is reported by e-mail. */
export const DIVERTING_SETTINGS: readonly SettingName[] = ['recipients', 'email', 'telephone', 'social']

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)
