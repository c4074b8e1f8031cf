import type { SettingName } from '#services/settings/definitions.ts'
import { TextArea, TextField } from '../stock/field.tsx'
import { SettingFrame, useSetting, WhatItChanges } from './setting-frame.tsx'

/** A setting with one plain input, as its definition says. */
export function PlainSetting({ name }: { name: SettingName }) {
  const { setting, inputOf } = useSetting(name)
  const { input, label } = setting
  if (input === null || input === 'own') throw new Error(`The setting ${name} has no plain input`)
  const { error, ...attributes } = inputOf(name)
  if (input.kind === 'choice')
    return (
      <SettingFrame setting={setting} isGroup error={error}>
        {Object.entries(input.texts).map(([value, words]) => (
          <label key={value} className="desk-check">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === attributes.defaultValue}
            />
            {words}
          </label>
        ))}
      </SettingFrame>
    )
  const help = <WhatItChanges setting={setting} />
  return (
    <SettingFrame setting={setting} key={setting.seen}>
      {input.kind === 'lines' ? (
        <TextArea
          required
          label={input.hint ? `${label}, ${input.hint}` : label}
          rows={input.rows}
          {...{ help, error, ...attributes }}
        />
      ) : (
        <TextField
          required
          label={label}
          inputMode={input.kind === 'number' ? 'numeric' : input.inputMode}
          maxLength={input.maxLength}
          {...{ help, error, ...attributes }}
        />
      )}
    </SettingFrame>
  )
}
