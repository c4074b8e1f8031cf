import { TextField } from '../stock/field.tsx'
import { LineSetting } from './business-fields.tsx'
import { SettingFrame, useSetting } from './setting-frame.tsx'

export function ReachFields() {
  const telephone = useSetting('telephone')
  const social = useSetting('social')
  return (
    <>
      <SettingFrame setting={telephone.setting} isGroup key={telephone.setting.seen}>
        <TextField
          label="Number"
          type="tel"
          help="Empty, with the hours: no page shows a number."
          maxLength={30}
          {...telephone.inputOf('telephoneNumber')}
        />
        <TextField
          label="When somebody answers"
          help="Such as: every day, 9am to 7pm"
          maxLength={100}
          {...telephone.inputOf('telephoneHours')}
        />
      </SettingFrame>
      <LineSetting name="email" inputMode="email" maxLength={254} />
      <SettingFrame setting={social.setting} isGroup key={`social ${social.setting.seen}`}>
        <TextField label="Words of the link" maxLength={60} {...social.inputOf('socialLabel')} />
        <TextField
          label="Its address"
          type="url"
          help="Empty, with the words: no link is shown."
          maxLength={300}
          {...social.inputOf('socialUrl')}
        />
      </SettingFrame>
    </>
  )
}
