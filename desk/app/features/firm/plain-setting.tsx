import type { SettingName } from '#services/settings/definitions.ts'
import { TextArea, TextField } from '../stock/field.tsx'
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
          <label key={value} className="desk-check">
            <input
              type="radio"
              name={name}
              value={value}
              {...(controlled
                ? { checked: value === controlled.value, onChange: () => controlled.onChange(value) }
                : { defaultChecked: value === defaultValue })}
            />
            {words}
          </label>
        ))}
      </SettingFrame>
    )
  const value = controlled
    ? {
        value: controlled.value,
        onChange: ({ target }: { target: { value: string } }) => controlled.onChange(target.value),
      }
    : { defaultValue }
  const common = { name, error, help: <WhatItChanges setting={setting} />, required: true, ...value }
  if (field.input === 'lines')
    return (
      <SettingFrame setting={setting} key={seen}>
        <TextArea label={field.hint ? `${label}, ${field.hint}` : label} rows={field.rows} {...common} />
      </SettingFrame>
    )
  const { maxLength } = field
  return (
    <SettingFrame setting={setting} key={seen}>
      {field.input === 'line' && field.rows ? (
        <TextArea {...{ label, maxLength, rows: field.rows }} {...common} />
      ) : (
        <TextField
          {...{ label, maxLength }}
          inputMode={field.input === 'number' ? 'numeric' : field.inputMode}
          {...common}
        />
      )}
    </SettingFrame>
  )
}
