import { createContext, type ReactNode, useContext } from 'react'
import type { SettingName } from '../../../../services/settings/definitions.ts'
import { SHOWN_ON } from './groups.ts'
import type { Typed } from './setting-inputs.ts'
import type { ShownSetting, ShownSettings } from './show-settings.server.ts'

interface GroupState {
  settings: ShownSettings
  /** What was typed and is not saved. */
  typed: Typed
  faults: Readonly<Record<string, string>>
}

export const GroupContext = createContext<GroupState>({ settings: {}, typed: {}, faults: {} })

/** A setting with what its inputs hold and what is wrong with them. */
export function useSetting(name: SettingName) {
  const { settings, typed, faults } = useContext(GroupContext)
  const setting = settings[name]
  if (!setting) throw new Error(`The page has no setting ${name}`)
  const textsOf = (input: string): readonly string[] => typed[input] ?? setting.typed[input] ?? []
  return {
    setting,
    textsOf,
    /** For a text field. */
    inputOf: (input: string) => ({
      name: input,
      defaultValue: textsOf(input)[0] ?? '',
      error: faults[input],
    }),
  }
}

interface SettingFrameProps {
  setting: ShownSetting
  /** Several inputs share its label. */
  isGroup?: boolean
  /** About boxes and choices, which have no error of their own. */
  error?: string | undefined
  children: ReactNode
}

/** The inputs of one setting, with what it changes, where that shows, who set it, and the way back to the default. */
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

/** As the help of its field. */
export function WhatItChanges({ setting: { name, changes } }: { setting: ShownSetting }) {
  const pages = SHOWN_ON[name] ?? []
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

/** Where the firm has its own value: who set it, and the way back. */
function SettingState({ setting: { name, label, isDefault, standard, changed } }: { setting: ShownSetting }) {
  if (isDefault) return null
  return (
    <div className="setting-state">
      <p>
        Set by {changed}. Default: {standard}
      </p>
      <button
        type="submit"
        name="reset"
        value={name}
        className="row-action"
        formNoValidate
        aria-label={`Reset to default: ${label}`}
      >
        Reset to default
      </button>
    </div>
  )
}
