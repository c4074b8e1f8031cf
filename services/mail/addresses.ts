import type { SiteSettings } from '../settings/settings.ts'

export interface Addresses {
  /** The firm's name. */
  firm: string
  /** The site's own address; mail servers refuse others. */
  from: string
  /** The recipients; at least one. */
  to: readonly string[]
}

export const addressesOf = ({ site, privateSettings }: SiteSettings): Addresses => ({
  firm: site.name,
  from: privateSettings.sender,
  to: privateSettings.recipients,
})
