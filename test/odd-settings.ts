/** An unusual but valid value for every setting of the firm. */
import type { SettingName } from '#services/settings/definitions.ts'
import { STATEMENT_PAGES, type StatementName } from '#shared/text/statement-pages.ts'

/** Every statement, so that each page of them exists. */
export const everyStatement = (text: string) =>
  Object.fromEntries(
    STATEMENT_PAGES.flatMap(({ statements }) => Object.keys(statements).map((name) => [name, text])),
  ) as Record<StatementName, string>

export const ODD_SETTINGS: { [Name in Exclude<SettingName, 'replyTemplates'>]: unknown } = {
  name: 'Ann’s <Plates> & "Söhne" 🚗 לוחיות Llanfairpwllgwyngyllgogery',
  letters: 'AQ8',
  strapline: 'Fair & "square" since the very beginning of the alphabet, in every county 🏁',
  tradingSince: 1801,
  copyrightYear: 1802,
  email: `${'a-very-long-address-of-a-firm-'.repeat(2)}x@${'plates'.repeat(8)}.test`,
  telephone: null,
  social: null,
  companyRegistration: `${'Very Long & Partners Holdings '.repeat(6)}Ltd </script>`,
  companyAddress: [
    '1',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    'ירושלים',
    '<b>Ely</b>',
  ],
  claims: [
    { figure: '£1,234,567,890 & more', text: `${'of everything '.repeat(7)}`.trim() },
    { figure: '∞', text: '<i>plates</i>' },
  ],
  vat: 'not-registered',
  marginFee: 'on-vehicle',
  pricesNote: 'no VAT to add & no fee to pay, whichever county you may be living in today',
  pricesStatement: `"All" prices <include> everything & more. ${'Supercalifragilistic'.repeat(3)}`,
  dvlaPremium: { rate: 0.0525, source: 'the <conditions> of sale & "notes"', checked: '2026-11-20' },
  recipients: ['ann@plates.test', 'bob@plates.test'],
  reservationDays: 3,
  depositDays: 5,
  balanceDays: 21,
  retentionMonths: 7,
  acknowledgements: ['purchase'],
  dkimSelectors: ['a-very-long-selector'],
  certificates: 'stated',
  companyVatNumber: 'GB123456789012',
  bankDetails: `<b>Plates</b> & "Söhne"\n00-00-00\n${'0123456789'.repeat(6)}`,
  vatStatement: `<i>Margin scheme</i> & "second-hand goods".\n${'Supercalifragilistic'.repeat(4)}`,
  recordOwnSales: 'uk',
  reviews: { label: 'What <b>others</b> say & think', url: `https://${'reviews'.repeat(8)}.test/` },
  ...everyStatement(`<b>Within</b> 14 days & "not" later.\n\n${'Supercalifragilistic'.repeat(5)}`),
}
