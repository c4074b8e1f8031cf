/** Defines every setting of the firm: its label, schema and effect. */
import { z } from 'zod'
import { inquiryTypes } from '../../app/features/enquiries/enquiry-fields.ts'
import { unknownBlanks } from '../enquiries/template-text.ts'
import { isSelector, MAX_SELECTORS } from '../mail-domain/selectors.ts'
import { emailAddress, line, pastDay, text, wholeNumber } from './fields.ts'

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
  .trim()
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
        message: `Nothing takes the place of ${unknown}: use one of the blanks below.`,
      })
  }),
})

export const SETTINGS = {
  name: define(
    'Name',
    'The name of the firm in the header, page titles, mails, feeds and what search engines read.',
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
    'The line beside the name in the header, and at the end of automatic answers.',
    line(80, 'Enter a strapline.'),
  ),
  tradingSince: define(
    'Trading since',
    'The year on the home page and the page about you.',
    wholeNumber(1800, 2100, 'Enter the year, such as 1993.').refine(
      (year) => year <= new Date().getFullYear(),
      'This year has not come yet.',
    ),
  ),
  email: define(
    'E-mail',
    'The address that visitors see, and where security reports go. Enquiries go there too, unless they have recipients of their own.',
    emailAddress('Enter the e-mail address that visitors see.'),
  ),
  telephone: define(
    'Telephone',
    'The number in the header, in the footer and on the contact page, where a tap calls it.',
    z
      .object({
        number: line(30, 'Enter the number, or leave number and hours empty.').refine(
          (number) => /^\+?[\d ()-]+$/.test(number) && number.replace(/\D/g, '').length >= 7,
          'Enter the number in digits, such as 020 7946 0000.',
        ),
        hours: line(100, 'Say when somebody answers, such as every day, 9am to 7pm.'),
      })
      .nullable(),
  ),
  social: define(
    'Social link',
    'A link on the contact page and the page about you.',
    z.object({ label: line(60, 'Enter the words of the link.'), url: webAddress }).nullable(),
  ),
  companyRegistration: define(
    'Company line',
    'Who you are in law, in the footer and the privacy policy.',
    line(200, 'Enter the company, its number and where it is registered.').transform((words) =>
      words.replace(/\.$/, ''),
    ),
  ),
  companyAddress: define(
    'Address',
    'The address in the footer, on the page about you and in the privacy policy.',
    z
      .array(line(100, 'Leave no line empty.'))
      .min(1, 'Enter the address.')
      .max(8, 'Use eight lines at most.'),
  ),
  claims: define(
    'Claims',
    'The figures on the home page and the page about you.',
    z
      .array(
        z.object({ figure: line(30, 'Enter the figure.'), text: line(100, 'Enter what it stands for.') }),
      )
      .min(1, 'Enter a claim.')
      .max(4, 'Use four claims at most.'),
  ),
  vat: define(
    'VAT',
    'Which wording is suggested for what your prices include.',
    z.enum(['included', 'margin', 'not-registered'], 'Choose how VAT stands in your prices.'),
  ),
  pricesNote: define(
    'Beside each price',
    'A few words beside every price of a plate.',
    line(80, 'Enter what a price includes.'),
  ),
  pricesStatement: define(
    'About prices',
    'The sentence about your prices on the home page, each plate, the footer, and in answers to enquiries.',
    line(400, 'Enter what your prices include.'),
  ),
  dvlaPremium: define(
    'DVLA buyer’s premium since October 2025',
    'The calculator, the fee tables of the guides and the accounts of sales since then. Undecided, they show what each source comes to.',
    z
      .object({
        rate: z
          .number('Enter the rate in per cent.')
          .min(0, 'Enter 0 or more.')
          .max(0.5, 'Enter 50 or less.'),
        source: line(200, 'Say where you read it.'),
        checked: pastDay('Enter the day on which you read it.'),
      })
      .nullable(),
  ),
  recipients: define(
    'Recipients of enquiries',
    'Who is mailed each enquiry, and who gets what visitors answer.',
    z
      .array(emailAddress())
      .min(1, 'Enter an e-mail address.')
      .max(10, 'Use ten addresses at most.')
      .refine(
        (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
        'An address is there twice.',
      ),
  ),
  retentionMonths: define(
    'Months that enquiries are kept',
    'Enquiries that reached you are removed after this time, and the privacy policy names it. A shorter time removes old ones within six hours.',
    wholeNumber(1, 120, 'Enter a number of months from 1 to 120.'),
  ),
  acknowledgements: define(
    'Automatic answers',
    'Which enquiries get an automatic answer with their reference.',
    z
      .array(z.enum(ACKNOWLEDGED, 'Choose from the list.'))
      .transform((chosen) => ACKNOWLEDGED.filter((kind) => chosen.includes(kind))),
  ),
  dkimSelectors: define(
    'DKIM selectors',
    'Which keys of your domain are looked up when DNS is asked whether your mails will be believed.',
    z
      .array(
        z
          .string('Type a selector.')
          .refine(isSelector, 'A selector has letters, digits and hyphens, such as google or s1.'),
      )
      .max(MAX_SELECTORS, `Type ${MAX_SELECTORS} selectors at most.`),
  ),
  replyTemplates: define(
    'Reply templates',
    'The texts with which an answer to an enquiry can begin.',
    z
      .array(template)
      .max(MAX_TEMPLATES, `Use ${MAX_TEMPLATES} templates at most.`)
      .refine(
        (all) => new Set(all.map(({ name }) => name)).size === all.length,
        'Two templates have the same name.',
      )
      .refine(
        (all) => JSON.stringify(all).length <= MAX_VALUE_LENGTH,
        'The templates are too long together: shorten them.',
      ),
  ),
} as const satisfies Record<string, Definition<z.ZodType>>

export type SettingName = keyof typeof SETTINGS

export type SettingValues = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)
