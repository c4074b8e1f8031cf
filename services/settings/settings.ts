/** The settings of the firm as the site uses them: the desk's values over the defaults. */
import type { Env } from '#env.ts'
import { type ReplyTemplate, STANDARD_TEMPLATES } from '#shared/enquiries/template-text.ts'
import { claimsWith, type Site, site } from '#site.config.ts'
import { ACKNOWLEDGED, type Acknowledged, type SettingValues } from './definitions.ts'
import type { MarginFee } from './margin-fee.ts'

/** Settings that never appear on a page. */
export interface OfficeSettings {
  /** At least one. */
  recipients: readonly string[]
  /** The site's own address; mail servers refuse others. */
  sender: string
  retentionMonths: number
  acknowledgements: readonly Acknowledged[]
  dkimSelectors: readonly string[]
  replyTemplates: readonly ReplyTemplate[]
  /** How the £80 stands to recorded costs; null: not stated. */
  marginFee: MarginFee | null
}

export interface SiteSettings {
  /** Settings that pages and emails show; the browser receives all of them. */
  site: Site
  office: OfficeSettings
}

type SettingsEnv = Pick<
  Env,
  'ENQUIRIES_TO' | 'ENQUIRIES_FROM' | 'ENQUIRY_RETENTION_MONTHS' | 'ACKNOWLEDGEMENTS'
>

export interface Defaults {
  site: Site
  env: SettingsEnv
}

export const defaultsOf = (env: SettingsEnv): Defaults => ({ site, env })

/** The stored values by name. */
export type SetValues = Partial<SettingValues>

/**
 * Every setting with its value. Some defaults depend on other settings: the recipients default to the email address.
 */
export function valuesWith({ site, env }: Defaults, set: SetValues): SettingValues {
  const email = set.email ?? site.email
  const telephone = set.telephone === undefined ? site.telephone : set.telephone
  const standard: SettingValues = {
    name: site.name,
    letters: site.letters,
    strapline: site.strapline,
    tradingSince: site.tradingSince,
    email,
    telephone,
    social: site.social,
    companyRegistration: site.company.registration,
    companyAddress: [...site.company.address],
    claims: [...(telephone === site.telephone ? site.claims : claimsWith(telephone))],
    vat: site.vat,
    marginFee: null,
    pricesNote: site.prices.note,
    pricesStatement: site.prices.statement,
    dvlaPremium: site.dvlaPremium,
    recipients: [env.ENQUIRIES_TO ?? email],
    retentionMonths: env.ENQUIRY_RETENTION_MONTHS,
    acknowledgements: env.ACKNOWLEDGEMENTS === 'on' ? [...ACKNOWLEDGED] : [],
    dkimSelectors: [],
    replyTemplates: [...STANDARD_TEMPLATES],
  }
  return { ...standard, ...set }
}

export function settingsWith(defaults: Defaults, set: SetValues): SiteSettings {
  const values = valuesWith(defaults, set)
  return {
    site: {
      ...defaults.site,
      name: values.name,
      letters: values.letters,
      strapline: values.strapline,
      tradingSince: values.tradingSince,
      email: values.email,
      telephone: values.telephone,
      social: values.social,
      company: { registration: values.companyRegistration, address: values.companyAddress },
      claims: values.claims,
      vat: values.vat,
      prices: { note: values.pricesNote, statement: values.pricesStatement },
      dvlaPremium: values.dvlaPremium,
    },
    office: {
      recipients: values.recipients,
      sender: defaults.env.ENQUIRIES_FROM ?? values.email,
      retentionMonths: values.retentionMonths,
      acknowledgements: values.acknowledgements,
      dkimSelectors: values.dkimSelectors,
      replyTemplates: values.replyTemplates,
      marginFee: values.marginFee,
    },
  }
}

/** The defaults from site.config.ts and the environment. */
export const defaultSettings = (env: SettingsEnv): SiteSettings => settingsWith(defaultsOf(env), {})
