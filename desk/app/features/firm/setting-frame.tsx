import { createContext, type ReactNode, useContext } from 'react'
import type { SettingName } from '#services/settings/definitions.ts'
import type { Typed } from './own-inputs.ts'
import type { ShownSetting, ShownSettings } from './show-settings.server.ts'

interface GroupState {
  settings: ShownSettings
  /** Entered values that are not saved. */
  typed: Typed
  faults: Readonly<Record<string, string>>
}

export const GroupContext = createContext<GroupState>({ settings: {}, typed: {}, faults: {} })

/** A setting with its input values and errors. */
export function useSetting(name: SettingName) {
  const { settings, typed, faults } = useContext(GroupContext)
  const setting = settings[name]
  if (!setting) throw new Error(`The page has no setting ${name}`)
  const textsOf = (input: string): readonly string[] => typed[input] ?? setting.typed[input] ?? []
  return {
    setting,
    textsOf,
    /** Props for a text field. */
    inputOf: (input: string) => ({
      name: input,
      defaultValue: textsOf(input)[0] ?? '',
      error: faults[input],
    }),
  }
}

interface SettingFrameProps {
  setting: ShownSetting
  /** True if several inputs share the label. */
  isGroup?: boolean
  /** The error of checkboxes and selects, which have none of their own, or a warning that refuses nothing. */
  error?: string | undefined
  children: ReactNode
}

/** The inputs of a setting, with its effect, its place on the site, its editor, and a button to restore the default. */
export function SettingFrame({ setting, isGroup = false, error, children }: SettingFrameProps) {
  const { name, label, seen } = setting
  const content = (
    <>
      <input type="hidden" name={`seen ${name}`} value={seen} />
      {children}
      {error && <p className="waits">{error}</p>}
      <SettingState setting={setting} />
    </>
  )
  return isGroup ? (
    <fieldset className="setting" key={seen}>
      <legend>{label}</legend>
      <p className="help">
        <WhatItChanges setting={setting} />
      </p>
      {content}
    </fieldset>
  ) : (
    <div className="setting" key={seen}>
      {content}
    </div>
  )
}

/** Rendered as the help text of the field. */
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
