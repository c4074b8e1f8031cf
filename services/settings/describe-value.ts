import type { SettingName, SettingValues } from './definitions.ts'
import type { MarginFee } from './margin-fee.ts'

const DESCRIPTIONS: { [Name in SettingName]?: (value: SettingValues[Name]) => string } = {
  telephone: (telephone) => (telephone ? `${telephone.number}, ${telephone.hours}` : 'none'),
  social: (social) => (social ? `${social.label}, ${social.url}` : 'none'),
  companyAddress: (lines) => lines.join(', '),
  claims: (claims) => claims.map(({ figure, text }) => `${figure} ${text}`).join('; '),
  vat: (vat) => VAT_STATUSES[vat],
  marginFee: (fee) => MARGIN_FEE_TEXTS[fee ?? ''],
  dvlaPremium: (premium) =>
    premium ? `${percent(premium.rate)}, ${premium.source}, read on ${premium.checked}` : 'undecided',
  recipients: (addresses) => addresses.join(', '),
  retentionMonths: (months) => `${months} months`,
  acknowledgements: (kinds) => (kinds.length > 0 ? kinds.join(', ') : 'none'),
  dkimSelectors: (selectors) => (selectors.length > 0 ? selectors.join(', ') : 'none'),
  replyTemplates: (templates) =>
    templates.length > 0 ? templates.map(({ name }) => name).join(', ') : 'none',
}

export const VAT_STATUSES: Record<SettingValues['vat'], string> = {
  included: 'Prices include VAT',
  margin: 'Margin scheme: no VAT to add',
  'not-registered': 'Not registered for VAT',
}

/** The empty text is what nobody has stated. */
export const MARGIN_FEE_TEXTS: Record<MarginFee | '', string> = {
  '': 'Not stated: the margin is shown before VAT and fees',
  'in-cost': 'The £80 is in the recorded cost wherever you paid it',
  'each-sale': 'The £80 is not in the cost, and you pay it for every plate you sell',
  'on-vehicle': 'The £80 is not in the cost, and you pay it only for a plate that is sold from a vehicle',
}

/** Avoids floating-point errors: 0.07 is 7%. */
export const percent = (rate: number) => `${Number((rate * 100).toFixed(4))}%`

const MAX_LENGTH = 400

/** Describes a value for the audit trail. */
export function describeValue<Name extends SettingName>(name: Name, value: unknown): string {
  const describe = DESCRIPTIONS[name] as ((value: unknown) => string) | undefined
  const text = describe ? describe(value) : String(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
