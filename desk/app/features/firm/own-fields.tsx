/** The inputs of settings that consist of several fields. */
import { hoursContradiction } from '#services/settings/opening-hours.ts'
import { TextField } from '../../ui/field.tsx'
import { MAX_CLAIMS } from './own-inputs.ts'
import { SettingFrame, useSetting } from './setting-frame.tsx'

export function Claims() {
  const { setting, inputOf } = useSetting('claims')
  return (
    <SettingFrame setting={setting} isGroup key={setting.seen}>
      {Array.from({ length: MAX_CLAIMS }, (_, index) => index + 1).map((row) => (
        <div key={row} className="grid grid-cols-[minmax(6rem,1fr)_2fr] items-end gap-2">
          <TextField label={`Figure ${row}`} maxLength={30} {...inputOf(`claimFigure${row}`)} />
          <TextField
            label={`What figure ${row} stands for`}
            maxLength={100}
            {...inputOf(`claimText${row}`)}
          />
        </div>
      ))}
    </SettingFrame>
  )
}

export function Telephone() {
  const { setting, inputOf } = useSetting('telephone')
  return (
    <SettingFrame
      setting={setting}
      isGroup
      key={setting.seen}
      error={hoursContradiction(inputOf('telephoneHours').defaultValue) ?? undefined}
    >
      <TextField
        label="Number"
        type="tel"
        help="Leave number and hours empty to show no number."
        maxLength={30}
        {...inputOf('telephoneNumber')}
      />
      <TextField
        label="When you answer"
        help="Such as: every day, 9am to 7pm"
        maxLength={100}
        {...inputOf('telephoneHours')}
      />
    </SettingFrame>
  )
}

/** A link to another site. */
export function LinkFields({ name }: { name: 'social' | 'reviews' }) {
  const { setting, inputOf } = useSetting(name)
  return (
    <SettingFrame setting={setting} isGroup key={setting.seen}>
      <TextField label="Link text" maxLength={60} {...inputOf(`${name}Label`)} />
      <TextField
        label="Link address"
        type="url"
        help="Leave text and address empty to show no link."
        maxLength={300}
        {...inputOf(`${name}Url`)}
      />
    </SettingFrame>
  )
}
