import type { FollowedSettings } from '#services/settings/live-settings.ts'
import { defaultsOf, settingsWith } from '#services/settings/settings.ts'

interface Fixed {
  from?: string
  to?: string
  retentionMonths?: number
  acknowledges?: boolean
}

/** The settings of site.config.ts, without any changes. */
export function fixedSettings({
  from = 'website@plates.example',
  to = 'dealer@plates.example',
  retentionMonths = 24,
  acknowledges = false,
}: Fixed = {}): FollowedSettings {
  const env = {
    ENQUIRIES_FROM: from,
    ENQUIRIES_TO: to,
    ENQUIRY_RETENTION_MONTHS: retentionMonths,
    ACKNOWLEDGEMENTS: acknowledges ? ('on' as const) : ('off' as const),
  }
  const settings = settingsWith(defaultsOf(env), {})
  return { current: () => settings, follow: async () => {} }
}
