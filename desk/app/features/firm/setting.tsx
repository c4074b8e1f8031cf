import { Fields } from '../../ui/form-fields.tsx'
import type { ShownSetting } from './show-settings.server.ts'

/** The inputs of a setting, with its effect, its place on the site, its editor, and a button to restore the default. */
export function Setting({ setting }: { setting: ShownSetting }) {
  const { name, label, fields, isGroup, seen } = setting
  const help = <WhatItChanges setting={setting} />
  const state = (
    <>
      <input type="hidden" name={`seen ${name}`} value={seen} />
      <SettingState setting={setting} />
    </>
  )
  if (!isGroup)
    return (
      <div className="setting">
        <Fields fields={fields.map((field) => ({ ...field, help }))} />
        {state}
      </div>
    )
  return (
    <fieldset className="setting">
      <legend>{label}</legend>
      <p className="help">{help}</p>
      <Fields fields={fields} pair="grid grid-cols-[minmax(6rem,1fr)_2fr] items-end gap-2" />
      {state}
    </fieldset>
  )
}

export function WhatItChanges({ setting: { changes, pages } }: { setting: ShownSetting }) {
  return (
    <>
      {changes}
      {pages.length > 0 && ' See: '}
      {pages.map(({ path, label }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <a className="link" href={path}>
            {label}
          </a>
        </span>
      ))}
      {pages.length > 0 && '.'}
    </>
  )
}

/** Shown if the firm has changed the value: the editor, and a button to restore the default. */
function SettingState({ setting: { name, label, isDefault, standard, changed } }: { setting: ShownSetting }) {
  if (isDefault) return null
  return (
    <div className="help wrap-anywhere flex flex-wrap items-baseline gap-x-2">
      <p>
        Set by {changed}. Default: {standard}
      </p>
      <button
        type="submit"
        name="reset"
        value={name}
        className="row-action px-0"
        formNoValidate
        aria-label={`Reset to default: ${label}`}
      >
        Reset to default
      </button>
    </div>
  )
}
