/** Defines every setting of the firm: label, effect, schema, default, place, and how the desk shows it. The only list. */

import { z } from 'zod'
import type { Env } from '#env.ts'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { STANDARD_TEMPLATES, unknownBlanks } from '#shared/enquiries/template-text.ts'
import type { Field } from '#shared/form/form-field.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { STATEMENT_PAGES, type StatementName } from '#shared/text/statement-pages.ts'
import { claimsWith, type Site, type Telephone } from '#site.config.ts'
import { isSelector, MAX_SELECTORS } from '../mail-domain/selectors.ts'
import { telephoneLink } from '../telephone-link.ts'
import { describeTemplates, differenceOf, excerptOf } from './difference.ts'
import {
  emailAddress,
  MAX_SHORT_TEXT,
  optional,
  pastDay,
  requiredLine,
  requiredText,
  shortText,
  wholeNumber,
} from './fields.ts'
import type { SettingGroup } from './groups.ts'
import { MARGIN_FEES } from './margin-fee.ts'
import { MAX_STATEMENT_LENGTH, statementText } from './statement-text.ts'
import { MARGIN_FEE_TEXTS, VAT_STATUSES } from './vat-wording.ts'

/** An input of a setting. Its text is the value itself, unless it holds something else. */
export interface SettingInput extends Omit<Field, 'name' | 'label' | 'required' | 'parse'> {
  /** Each of the lines is an entry; 7.5 per cent is 0.075. */
  holds?: 'number' | 'lines' | 'percent'
  /** The value is null while the field is empty. */
  isOptional?: true
}

/** Where the desk sets a setting, and with which inputs. */
export type SettingField = { group: SettingGroup } & (
  | (SettingInput & { hint?: string; parts?: never })
  /** The properties of an object, or of so many, each null if all are empty; {n} in a label is the number. */
  | { parts: Readonly<Record<string, SettingInput & { label: string }>>; times?: number }
)

type PublicPage = typeof HOME

export type SettingsEnv = Pick<
  Env,
  'ENQUIRIES_TO' | 'ENQUIRIES_FROM' | 'ENQUIRY_RETENTION_MONTHS' | 'ACKNOWLEDGEMENTS'
>

/** What a default may depend on: site.config.ts, the environment, and two settings as they are set. */
interface DefaultSource {
  site: Site
  env: SettingsEnv
  email: string
  telephone: Telephone | null
}

type SitePart = 'company' | 'prices'

/** A property of `Site`, or of one of its parts. */
type SitePlace =
  | Exclude<keyof Site, SitePart>
  | { [Part in SitePart]: `${Part}.${keyof Site[Part] & string}` }[SitePart]

type SiteValue<Place extends SitePlace> = Place extends keyof Site
  ? Site[Place]
  : Place extends `${infer Part extends SitePart}.${infer Key}`
    ? Site[Part][Key & keyof Site[Part]]
    : never

interface Definition<Schema extends z.ZodType, Entered extends SettingField | null> {
  label: string
  /** Its effect, in a sentence or two. */
  changes: string
  schema: Schema
  /** Its default; without one, the value at its place in site.config.ts. */
  standard?(source: DefaultSource): Readonly<z.output<Schema>>
  /** Within a group, the desk keeps the order of this file. Null: another page of the desk sets it. */
  field: Entered
  /** Some public pages that show it. */
  shownOn?: readonly PublicPage[]
  /**
   * Customers read it where they are asked for money, or write where it says: a change takes a fresh second factor, and
   * the owners are told. test/integration/guarded-settings.test.ts finds those that are missing.
   */
  isGuarded?: true
  /** Only owners see it, because it contains addresses of people. */
  isForOwners?: true
  /** The notice of a change names the setting alone. */
  isNeverMailed?: true
  /** Describes a value that is not a text, number, choice or list of texts. */
  describe?(value: z.output<Schema>): string
  /** Describes what differs, where two values would not show it. */
  describeDifference?(before: z.output<Schema>, after: z.output<Schema>): string
}

/** The schema of a number, and its input. */
const wholeNumberOf = (group: SettingGroup, from: number, to: number, missing: string) => ({
  schema: wholeNumber(from, to, missing),
  field: {
    group,
    holds: 'number' as const,
    inputMode: 'numeric' as const,
    maxLength: String(to).length,
  },
})

function pastYear(missing: string) {
  const { schema, field } = wholeNumberOf('business', 1800, 2100, missing)
  return {
    schema: schema.refine((year) => year <= new Date().getFullYear(), 'This year is in the future.'),
    field,
  }
}

/** A setting that pages show. */
const onSite = <
  Place extends SitePlace,
  Schema extends z.ZodType<SiteValue<Place>>,
  Entered extends SettingField | null,
>(
  place: Place,
  definition: Definition<Schema, Entered>,
) => ({
  standard: ({ site }: DefaultSource): unknown =>
    place.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], site),
  ...definition,
  place: place as SitePlace,
})

/** A setting that never leaves the server. */
const onServer = <Schema extends z.ZodType, Entered extends SettingField | null>(
  definition: Definition<Schema, Entered> & Required<Pick<Definition<Schema, Entered>, 'standard'>>,
) => ({ ...definition, place: 'private' as const })

/** What is acknowledged automatically: the valuation form, or types of contact enquiries. */
const ACKNOWLEDGED = [
  'valuation form',
  ...(Object.keys(inquiryTypes) as (keyof typeof inquiryTypes)[]),
] as const

export type Acknowledged = (typeof ACKNOWLEDGED)[number]

const ACKNOWLEDGED_LABELS = {
  'valuation form': 'Valuation form',
  ...Object.fromEntries(
    Object.entries(inquiryTypes).map(([type, label]) => [type, `Contact form: ${label}`] as const),
  ),
}

/** The value as JSON, as the table stores it. */
const MAX_VALUE_LENGTH = 50_000

const MAX_TEMPLATES = 20

const MAX_CLAIMS = 4

const webAddress = z
  .string('Enter the address of the page, with https:// in front.')
  .overwrite(cleanLine)
  .max(300, 'Use 300 characters at most.')
  .refine(
    (address) => /^https:\/\/[^/\s@]+\.[^/\s@]+(?:\/\S*)?$/.test(address) && URL.canParse(address),
    'Enter the address of the page, with https:// in front.',
  )

const template = z.object({
  name: requiredLine(60, 'Give the template a name.'),
  body: requiredText(4000, 'Write the template.').superRefine((body, context) => {
    const [unknown] = unknownBlanks(body)
    if (unknown)
      context.addIssue({
        code: 'custom',
        message: `${unknown} is not a placeholder: use one of those below.`,
      })
  }),
})

/** Avoids floating-point errors: 0.07 is 7%. */
const percent = (rate: number) => `${Number((rate * 100).toFixed(4))}%`

const HOME = { path: '/', label: 'Home' }
const ABOUT = { path: '/about', label: 'About us' }
const CONTACT = { path: '/contact', label: 'Contact' }
const PRIVACY = { path: '/privacy', label: 'Privacy policy' }
const PLATES = { path: '/plates', label: 'Plates for sale' }

/** A link to another site. */
const linkIn = (group: SettingGroup) => ({
  schema: z.object({ label: requiredLine(60, 'Enter the link text.'), url: webAddress }).nullable(),
  field: {
    group,
    parts: {
      label: { label: 'Link text', maxLength: 60 },
      url: {
        label: 'Link address',
        input: 'url' as const,
        help: 'Leave text and address empty to show no link.',
        maxLength: 300,
      },
    },
  },
  describe: (link: { label: string; url: string } | null) => (link ? `${link.label}, ${link.url}` : 'none'),
})

/** The statements of which some pages consist. The public site gets only those of complete pages. */
const STATEMENTS = Object.fromEntries(
  STATEMENT_PAGES.flatMap(({ id, statements }) =>
    Object.entries(statements).map(([name, { heading, help }]) => [name, statement(id, heading, help)]),
  ),
) as Record<StatementName, ReturnType<typeof statement>>

function statement(group: SettingGroup, label: string, changes: string) {
  return onServer({
    label,
    changes,
    schema: optional(statementText),
    standard: () => null,
    field: { group, rows: 5, maxLength: MAX_STATEMENT_LENGTH, isOptional: true },
    isGuarded: true,
  })
}

export const SETTINGS = {
  name: onSite('name', {
    label: 'Name',
    changes: 'The firm’s name in the header, page titles, e-mails, feeds and search results.',
    schema: requiredLine(60, 'Enter the name of the firm.'),
    field: { group: 'business', maxLength: 60 },
    isGuarded: true,
    shownOn: [HOME, ABOUT],
  }),
  letters: onSite('letters', {
    label: 'Letters of the logo',
    changes: 'The letters on the yellow plate beside the name and on the icon in browser tabs.',
    schema: requiredLine(3, 'Enter one to three letters.')
      .transform((letters) => letters.toUpperCase())
      .refine((letters) => /^[A-Z\d]{1,3}$/.test(letters), 'Enter one to three letters or digits.'),
    field: { group: 'business', maxLength: 3 },
    isGuarded: true,
    shownOn: [HOME],
  }),
  strapline: onSite('strapline', {
    label: 'Strapline',
    changes: 'The line beside the name in the header, and at the end of acknowledgements.',
    schema: requiredLine(80, 'Enter a strapline.'),
    field: { group: 'business', maxLength: 80 },
    isGuarded: true,
    shownOn: [HOME],
  }),
  tradingSince: onSite('tradingSince', {
    label: 'Trading since',
    changes: 'The year on the home page and the About page.',
    ...pastYear('Enter the year, such as 1993.'),
    shownOn: [HOME, ABOUT],
  }),
  copyrightYear: onSite('copyrightYear', {
    label: 'Copyright year',
    changes: 'The year at the foot of every page.',
    ...pastYear('Enter the year, such as 2025.'),
    shownOn: [HOME],
  }),
  claims: onSite('claims', {
    label: 'Claims',
    changes: 'The figures on the home page and the About page.',
    schema: z
      .array(
        z
          .object({
            figure: requiredLine(30, 'Enter the figure.'),
            text: requiredLine(100, 'Enter what it stands for.'),
          })
          .nullable(),
      )
      .max(MAX_CLAIMS, 'Use four claims at most.')
      .transform((claims) => claims.filter((claim) => claim !== null))
      .refine((claims) => claims.length > 0, 'Enter a claim.'),
    standard: ({ site, telephone }) => (telephone === site.telephone ? site.claims : claimsWith(telephone)),
    field: {
      group: 'business',
      times: MAX_CLAIMS,
      parts: {
        figure: { label: 'Figure {n}', maxLength: 30 },
        text: { label: 'What figure {n} stands for', maxLength: 100 },
      },
    },
    isGuarded: true,
    shownOn: [HOME, ABOUT],
    describe: (claims) => claims.map(({ figure, text }) => `${figure} ${text}`).join('; '),
  }),
  companyRegistration: onSite('company.registration', {
    label: 'Company line',
    changes: 'Your legal identity, in the footer and the privacy policy.',
    schema: requiredLine(200, 'Enter the company, its number and where it is registered.').transform(
      (words) => words.replace(/\.$/, ''),
    ),
    field: { group: 'business', maxLength: 200 },
    isGuarded: true,
    shownOn: [PRIVACY],
  }),
  companyAddress: onSite('company.address', {
    label: 'Registered office',
    changes: 'Your registered office, in the footer, on the About page and in the privacy policy.',
    schema: z
      .array(requiredLine(100, 'Leave no line empty.'))
      .min(1, 'Enter the address.')
      .max(8, 'Use eight lines at most.'),
    field: { group: 'business', holds: 'lines', rows: 4 },
    isGuarded: true,
    shownOn: [ABOUT, PRIVACY],
  }),
  companyVatNumber: onSite('company.vatNumber', {
    label: 'VAT number',
    changes: 'In the footer and on the About page. Leave it empty to show none.',
    schema: optional(
      requiredLine(30, 'Enter the VAT number.')
        .transform((number) => number.toUpperCase().replace(/[ .-]/g, ''))
        .refine(
          (number) => /^GB(?:\d{9}|\d{12})$/.test(number),
          'Enter GB and the 9 or 12 figures, such as GB 123 4567 89.',
        ),
    ),
    field: { group: 'business', maxLength: 30, isOptional: true },
    isGuarded: true,
    shownOn: [ABOUT],
  }),
  reviews: onSite('reviews', {
    label: 'Reviews elsewhere',
    changes: 'A link on the About page to what customers say of you on a site that is not yours.',
    ...linkIn('business'),
    isGuarded: true,
    shownOn: [ABOUT],
  }),
  telephone: onSite('telephone', {
    label: 'Telephone',
    changes: 'The number in the header, in the footer and on the contact page. On a phone, a tap calls it.',
    schema: z
      .object({
        number: requiredLine(30, 'Enter the number, or leave number and hours empty.').refine(
          (number) => telephoneLink(number) !== null,
          'Enter the number in digits, such as 020 7946 0000.',
        ),
        hours: requiredLine(100, 'Say when you answer, such as every day, 9am to 7pm.'),
      })
      .nullable(),
    field: {
      group: 'reach',
      parts: {
        number: {
          label: 'Number',
          input: 'tel',
          help: 'Leave number and hours empty to show no number.',
          maxLength: 30,
        },
        hours: {
          label: 'When you answer',
          help: 'Needed with a number, such as: every day, 9am to 7pm',
          maxLength: 100,
        },
      },
    },
    isGuarded: true,
    shownOn: [CONTACT, ABOUT],
    describe: (telephone) => (telephone ? `${telephone.number}, ${telephone.hours}` : 'none'),
  }),
  email: onSite('email', {
    label: 'E-mail',
    changes:
      'The address that visitors see, and where security reports go. Enquiries go there too, unless you set other recipients.',
    schema: emailAddress('Enter the e-mail address that visitors see.'),
    field: { group: 'reach', maxLength: 254, inputMode: 'email' },
    isGuarded: true,
    shownOn: [CONTACT, PRIVACY],
  }),
  social: onSite('social', {
    label: 'Social link',
    changes: 'A link on the contact page and the About page.',
    ...linkIn('reach'),
    isGuarded: true,
    shownOn: [CONTACT, ABOUT],
  }),
  vat: onSite('vat', {
    label: 'VAT',
    changes:
      'Which wording is suggested for your prices. Before you choose the margin scheme, confirm with your accountant that rights to a registration qualify for it.',
    schema: z.enum(['included', 'margin', 'not-registered'], 'Choose how VAT applies to your prices.'),
    field: { group: 'prices', input: 'radios', options: VAT_STATUSES },
  }),
  pricesNote: onSite('prices.note', {
    label: 'Beside each price',
    changes: 'A few words beside every price of a plate.',
    schema: requiredLine(80, 'Enter what a price includes.'),
    field: { group: 'prices', maxLength: 80 },
    isGuarded: true,
    shownOn: [PLATES],
  }),
  pricesStatement: onSite('prices.statement', {
    label: 'About prices',
    changes:
      'The sentence about your prices on the home page, each plate, the footer, and in replies to enquiries.',
    schema: requiredLine(400, 'Enter what your prices include.'),
    field: { group: 'prices', maxLength: 400, rows: 3 },
    isGuarded: true,
    shownOn: [HOME, ABOUT],
  }),
  certificates: onServer({
    label: 'Certificates',
    changes:
      'A sentence beside the price of a plate: “Certificate in our hands, checked 3 Nov 2026, valid to 2033”.',
    schema: z.enum(['not-stated', 'stated'], 'Choose whether the pages of plates say it.'),
    standard: () => 'not-stated' as const,
    field: {
      group: 'prices',
      input: 'radios',
      options: {
        'not-stated': 'Say nothing about certificates',
        stated: 'Say it where the stock records a V750 or V778, the day you checked it, and its expiry date',
      },
    },
  }),
  marginFee: onServer({
    label: 'Margin at the desk',
    changes:
      'How the margin of the stock and of Numbers is taken. Say how you record the DVLA’s £80; VAT is then taken off as stated above: a sixth of the price, or of the price less the cost under the margin scheme. Record costs without VAT that you reclaim.',
    schema: z.enum(MARGIN_FEES, 'Choose how you record the £80.').nullable(),
    standard: () => null,
    field: { group: 'prices', input: 'radios', options: MARGIN_FEE_TEXTS },
  }),
  dvlaPremium: onSite('dvlaPremium', {
    label: 'DVLA buyer’s premium since October 2025',
    changes:
      'Used by the calculator, the fee tables in guides and the fees of sales since then. While undecided, they show what each source comes to.',
    schema: z
      .object({
        rate: z
          .number('Enter the rate as a percentage.')
          .min(0, 'Enter 0 or more.')
          .max(0.5, 'Enter 50 or less.'),
        source: requiredLine(200, 'Say where you read it.'),
        checked: pastDay('Enter the date you read it.'),
      })
      .nullable(),
    field: {
      group: 'auctions',
      parts: {
        rate: {
          label: 'Rate, as a percentage of the hammer price',
          holds: 'percent',
          inputMode: 'decimal',
          help: 'Leave rate, source and date empty while undecided: pages then show what each source comes to.',
          maxLength: 8,
        },
        source: {
          label: 'Where you read it',
          help: 'Such as: conditions of sale, December 2026',
          maxLength: 200,
        },
        checked: { label: 'Date you read it', input: 'date' },
      },
    },
    isGuarded: true,
    shownOn: [
      { path: '/auction-calculator', label: 'Calculator' },
      { path: '/info/auction-fees-explained', label: 'Auction fees explained' },
    ],
    describe: (premium) =>
      premium ? `${percent(premium.rate)}, ${premium.source}, read on ${premium.checked}` : 'undecided',
  }),
  recipients: onServer({
    label: 'Recipients of enquiries',
    changes: 'Who is e-mailed each enquiry and receives visitors’ replies.',
    schema: z
      .array(emailAddress())
      .min(1, 'Enter an e-mail address.')
      .max(10, 'Use ten addresses at most.')
      .refine(
        (all) => new Set(all.map((one) => one.toLowerCase())).size === all.length,
        'An address is listed twice.',
      ),
    standard: ({ env, email }) => [env.ENQUIRIES_TO ?? email],
    field: { group: 'enquiries', holds: 'lines', rows: 3, hint: 'one address per line' },
    isGuarded: true,
    isForOwners: true,
  }),
  acknowledgements: onServer({
    label: 'Acknowledgements',
    changes: 'Which enquiries are acknowledged automatically, with a reference.',
    schema: z
      .array(z.enum(ACKNOWLEDGED, 'Choose from the list.'))
      .transform((chosen) => ACKNOWLEDGED.filter((kind) => chosen.includes(kind))),
    standard: ({ env }) => (env.ACKNOWLEDGEMENTS === 'on' ? [...ACKNOWLEDGED] : []),
    field: { group: 'enquiries', input: 'checks', options: ACKNOWLEDGED_LABELS },
  }),
  reservationDays: onSite('reservationDays', {
    label: 'Days of a reservation',
    changes:
      'How long the page of a plate offers to reserve it, and the day the desk suggests. Two days are called 48 hours.',
    ...wholeNumberOf('enquiries', 1, 60, 'Enter a number of days from 1 to 60.'),
    shownOn: [PLATES],
  }),
  retentionMonths: onServer({
    label: 'Months to keep enquiries',
    changes:
      'Enquiries that reached you are erased after this time, which the privacy policy states. If you shorten it, older ones are erased within six hours.',
    ...wholeNumberOf('enquiries', 1, 120, 'Enter a number of months from 1 to 120.'),
    standard: ({ env }) => env.ENQUIRY_RETENTION_MONTHS,
    shownOn: [PRIVACY],
    describe: (months) => `${months} months`,
  }),
  dkimSelectors: onServer({
    label: 'DKIM selectors',
    changes: 'The keys of your domain that the DNS check looks up.',
    schema: z
      .array(
        z
          .string('Enter a selector.')
          .refine(isSelector, 'A selector has letters, digits and hyphens, such as google or s1.'),
      )
      .max(MAX_SELECTORS, `Enter ${MAX_SELECTORS} selectors at most.`),
    standard: () => [],
    field: null,
  }),
  replyTemplates: onServer({
    label: 'Reply templates',
    changes: 'Texts to start a reply with.',
    schema: z
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
    standard: () => [...STANDARD_TEMPLATES],
    field: null,
    isGuarded: true,
    describe: (templates) => templates.map(({ name }) => name).join(', ') || 'none',
    describeDifference: describeTemplates,
  }),
  depositDays: onServer({
    label: 'Days to pay a deposit',
    changes:
      'How long a yes holds a plate until the deposit is paid, unless you agree another time. Without a payment it then goes back on sale.',
    ...wholeNumberOf('deals', 1, 365, 'Enter a number of days from 1 to 365.'),
    standard: () => 3,
  }),
  balanceDays: onServer({
    label: 'Days to pay the whole price',
    changes: 'The same for the rest, or for the whole price if you ask for no deposit.',
    ...wholeNumberOf('deals', 1, 365, 'Enter a number of days from 1 to 365.'),
    standard: () => 14,
  }),
  bankDetails: onServer({
    label: 'Bank details',
    changes:
      'How buyers pay you, such as account name, sort code and account number: on the private page of an agreed order and on its confirmation, never in an e-mail.',
    schema: optional(shortText('Enter the account.')),
    standard: () => null,
    field: { group: 'deals', rows: 4, maxLength: MAX_SHORT_TEXT, isOptional: true },
    isGuarded: true,
    isNeverMailed: true,
  }),
  vatStatement: onServer({
    label: 'What receipts say about VAT',
    changes:
      'On order confirmations and receipts, word for word. Ask your accountant what the margin scheme requires.',
    schema: optional(shortText('Enter what they say.')),
    standard: () => null,
    field: { group: 'deals', rows: 3, maxLength: MAX_SHORT_TEXT, isOptional: true },
    isGuarded: true,
  }),
  recordOwnSales: onServer({
    label: 'Your sales in the explorer',
    changes:
      'Whether a plate sold through an order is added to the public Sales Explorer, with its price and your name as the seller.',
    schema: z.enum(['no', 'uk'], 'Choose whether your sales are recorded.'),
    standard: () => 'no' as const,
    field: {
      group: 'deals',
      input: 'radios',
      options: { no: 'Keep sales private', uk: 'Record each sale as one of yours' },
    },
  }),
  ...STATEMENTS,
}

export type SettingName = keyof typeof SETTINGS

export type SettingValues = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

const definitionOf = (name: SettingName) => SETTINGS[name] as Definition<z.ZodType, SettingField | null>

export const isGuarded = (name: SettingName): boolean => definitionOf(name).isGuarded === true

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** For the e-mail about a change: 'Telephone: none → 020 7946 0000, every day' */
export function describeForMail(name: SettingName, before: unknown, after: unknown): string {
  const { label, isNeverMailed } = definitionOf(name)
  return isNeverMailed
    ? `${label}: the desk has them, under Changes`
    : `${label}: ${describeDifference(name, before, after)}`
}

/** 'none → 020 7946 0000, every day'. Undefined is the default. */
export function describeDifference(name: SettingName, before: unknown, after: unknown): string {
  const { describeDifference: describe } = definitionOf(name)
  if (describe && before !== undefined && after !== undefined) return describe(before, after)
  const [from, to] = [before, after].map((value) =>
    value === undefined ? 'the default' : textOf(name, value),
  )
  return differenceOf(from ?? '', to ?? '')
}

/** Describes a value for the desk. */
export const describeValue = (name: SettingName, value: unknown): string => excerptOf(textOf(name, value), 0)

function textOf(name: SettingName, value: unknown): string {
  const { describe, field } = definitionOf(name)
  if (describe) return describe(value)
  if (field && 'input' in field && field.input === 'radios')
    return (field.options as Readonly<Record<string, string>>)[String(value ?? '')] ?? String(value)
  if (Array.isArray(value)) return value.join(', ') || 'none'
  return value === null ? 'none' : String(value)
}
