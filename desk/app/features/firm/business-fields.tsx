import { TextArea, TextField } from '../stock/field.tsx'
import { SettingFrame, useSetting, WhatItChanges } from './setting-frame.tsx'
import { MAX_CLAIMS } from './setting-inputs.ts'

export function BusinessFields() {
  return (
    <>
      <LineSetting name="name" maxLength={60} />
      <LineSetting name="letters" maxLength={3} />
      <LineSetting name="strapline" maxLength={80} />
      <LineSetting name="tradingSince" inputMode="numeric" maxLength={4} />
      <Claims />
      <LineSetting name="companyRegistration" maxLength={200} />
      <LinesSetting name="companyAddress" rows={4} />
    </>
  )
}

interface LineSettingProps {
  name:
    | 'name'
    | 'letters'
    | 'strapline'
    | 'tradingSince'
    | 'companyRegistration'
    | 'email'
    | 'retentionMonths'
  maxLength?: number
  inputMode?: 'numeric' | 'email'
}

export function LineSetting({ name, ...attributes }: LineSettingProps) {
  const { setting, inputOf } = useSetting(name)
  return (
    <SettingFrame setting={setting} key={setting.seen}>
      <TextField
        label={setting.label}
        help={<WhatItChanges setting={setting} />}
        required
        {...attributes}
        {...inputOf(name)}
      />
    </SettingFrame>
  )
}

/** One per line. */
export function LinesSetting({ name, rows }: { name: 'companyAddress' | 'recipients'; rows: number }) {
  const { setting, inputOf } = useSetting(name)
  return (
    <SettingFrame setting={setting} key={setting.seen}>
      <TextArea
        label={name === 'recipients' ? `${setting.label}, one address per line` : setting.label}
        help={<WhatItChanges setting={setting} />}
        rows={rows}
        required
        {...inputOf(name)}
      />
    </SettingFrame>
  )
}

function Claims() {
  const { setting, inputOf } = useSetting('claims')
  return (
    <SettingFrame setting={setting} isGroup key={setting.seen}>
      {Array.from({ length: MAX_CLAIMS }, (_, index) => index + 1).map((row) => (
        <div key={row} className="claim-row">
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
