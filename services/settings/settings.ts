/** The settings of the firm as the site uses them: what was set at the desk, over the defaults. */
import type { Env } from '../../env.ts'
import { claimsWith, type Site, site } from '../../site.config.ts'
import { type ReplyTemplate, STANDARD_TEMPLATES } from '../enquiries/template-text.ts'
import { ACKNOWLEDGED, type Acknowledged, type SettingValues } from './definitions.ts'

/** What leaves the server on no page. */
export interface OfficeSettings {
  /** One at least. */
  recipients: readonly string[]
  /** The site's own address: mail servers refuse others. */
  sender: string
  retentionMonths: number
  acknowledgements: readonly Acknowledged[]
  dkimSelectors: readonly string[]
  replyTemplates: readonly ReplyTemplate[]
}

export interface SiteSettings {
  /** What pages and mails say; a page carries it to the browser whole. */
  site: Site
  office: OfficeSettings
}

export type SettingsEnv = Pick<
  Env,
  'ENQUIRIES_TO' | 'ENQUIRIES_FROM' | 'ENQUIRY_RETENTION_MONTHS' | 'ACKNOWLEDGEMENTS'
>

export interface Defaults {
  site: Site
  env: SettingsEnv
}

export const defaultsOf = (env: SettingsEnv): Defaults => ({ site, env })

/** What was set, by name. */
export type SetValues = Partial<SettingValues>

/** Every setting with its value. Some defaults follow from other settings, as the recipients from the e-mail address. */
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
    },
  }
}

/** As site.config.ts and the environment have them. */
export const defaultSettings = (env: SettingsEnv): SiteSettings => settingsWith(defaultsOf(env), {})
