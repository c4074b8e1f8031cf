import { hoursContradiction } from '#services/settings/opening-hours.ts'
import { TextField } from '../stock/field.tsx'
import { LineSetting } from './business-fields.tsx'
import { SettingFrame, useSetting } from './setting-frame.tsx'

export function ReachFields() {
  const telephone = useSetting('telephone')
  const social = useSetting('social')
  return (
    <>
      <SettingFrame
        setting={telephone.setting}
        isGroup
        key={telephone.setting.seen}
        error={hoursContradiction(telephone.inputOf('telephoneHours').defaultValue) ?? undefined}
      >
        <TextField
          label="Number"
          type="tel"
          help="Leave number and hours empty to show no number."
          maxLength={30}
          {...telephone.inputOf('telephoneNumber')}
        />
        <TextField
          label="When you answer"
          help="Such as: every day, 9am to 7pm"
          maxLength={100}
          {...telephone.inputOf('telephoneHours')}
        />
      </SettingFrame>
      <LineSetting name="email" inputMode="email" maxLength={254} />
      <SettingFrame setting={social.setting} isGroup key={`social ${social.setting.seen}`}>
        <TextField label="Link text" maxLength={60} {...social.inputOf('socialLabel')} />
        <TextField
          label="Link address"
          type="url"
          help="Leave text and address empty to show no link."
          maxLength={300}
          {...social.inputOf('socialUrl')}
        />
      </SettingFrame>
    </>
  )
}
