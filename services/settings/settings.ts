/** The settings of the firm as the site uses them: the desk's values over the defaults. */
import { type Site, site } from '#site.config.ts'
import { telephoneLink } from '../telephone-link.ts'
import {
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingsEnv,
  type SettingValues,
} from './definitions.ts'

type PrivateSettingName = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['place'] extends 'private' ? Name : never
}[SettingName]

/** Settings that the browser does not receive with every page. */
export interface PrivateSettings extends Readonly<Pick<SettingValues, PrivateSettingName>> {
  /** The site's own address; mail servers refuse others. */
  sender: string
}

export interface SiteSettings {
  /** Settings that pages and emails show; the browser receives all of them. */
  site: Site
  privateSettings: PrivateSettings
}

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
  const source = { site, env, email, telephone }
  const standard = SETTING_NAMES.map((name) => [name, SETTINGS[name].standard(source)])
  return { ...(Object.fromEntries(standard) as SettingValues), ...set }
}

export function settingsWith(defaults: Defaults, set: SetValues): SiteSettings {
  const values = valuesWith(defaults, set)
  const site = {
    ...defaults.site,
    company: { ...defaults.site.company },
    prices: { ...defaults.site.prices },
  }
  const privateSettings = { sender: defaults.env.ENQUIRIES_FROM ?? values.email }
  for (const name of SETTING_NAMES) {
    const { place } = SETTINGS[name]
    const [part, key] = place.split('.') as ['company' | 'prices', string?]
    if (place === 'private') Object.assign(privateSettings, { [name]: values[name] })
    else if (key) Object.assign(site[part], { [key]: values[name] })
    else Object.assign(site, { [place]: values[name] })
  }
  if (values.telephone) site.telephone = { ...values.telephone, link: telephoneLink(values.telephone.number) }
  return { site, privateSettings: privateSettings as PrivateSettings }
}
