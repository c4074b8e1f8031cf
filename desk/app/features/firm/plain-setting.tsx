import type { SettingName } from '#services/settings/definitions.ts'
import { CheckField, TextArea, TextField } from '../../ui/field.tsx'
import { SettingFrame, useSetting, WhatItChanges } from './setting-frame.tsx'

interface PlainSettingProps {
  name: SettingName
  /** For an input whose value other fields use or replace. */
  controlled?: { value: string; onChange: (value: string) => void }
}

/** A setting with one plain input, as its definition says. */
export function PlainSetting({ name, controlled }: PlainSettingProps) {
  const { setting, inputOf } = useSetting(name)
  const { field, label, seen } = setting
  if (field.input === 'own') throw new Error(`The setting ${name} has no plain input`)
  const { error, defaultValue } = inputOf(name)
  if (field.input === 'choice')
    return (
      <SettingFrame setting={setting} isGroup error={error}>
        {Object.entries(field.texts).map(([value, words]) => (
          <CheckField
            key={value}
            type="radio"
            name={name}
            value={value}
            {...(controlled
              ? { checked: value === controlled.value, onChange: () => controlled.onChange(value) }
              : { defaultChecked: value === defaultValue })}
          >
            {words}
          </CheckField>
        ))}
      </SettingFrame>
    )
  const value = controlled
    ? {
        value: controlled.value,
        onChange: ({ target }: { target: { value: string } }) => controlled.onChange(target.value),
      }
    : { defaultValue }
  const { hint, rows, inputMode, maxLength, isOptional = false } = field
  const common = {
    ...{ name, error, required: !isOptional, inputMode, maxLength },
    ...value,
    label: hint ? `${label}, ${hint}` : label,
    help: <WhatItChanges setting={setting} />,
  }
  return (
    <SettingFrame setting={setting} key={seen}>
      {rows ? <TextArea rows={rows} {...common} /> : <TextField {...common} />}
    </SettingFrame>
  )
}
