import type { ComponentProps, ReactNode } from 'react'
import { ClearSearch } from '../ui/clear-search.tsx'

/** What is searched for, with a button that clears it. */
export const SearchInput = (props: ComponentProps<'input'>) => (
  <span className="clearable">
    <input
      type="search"
      name="q"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      className="toolbar-input"
      {...props}
    />
    <ClearSearch />
  </span>
)

interface ToolbarFieldProps {
  label: string
  className?: string
  children: ReactNode
}

export const ToolbarField = ({ label, className, children }: ToolbarFieldProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className={className ? `toolbar-field ${className}` : 'toolbar-field'}>
    <span className="toolbar-label">{label}</span>
    {children}
  </label>
)

/** A price in pounds, which may be left empty. */
export const PoundsInput = ({ name, text }: { name: string; text: string | number | null }) => (
  <span className="pounds">
    <span aria-hidden="true">£</span>
    <input
      type="text"
      inputMode="numeric"
      name={name}
      defaultValue={text ?? ''}
      placeholder="Any"
      autoComplete="off"
      maxLength={12}
      className="toolbar-input"
    />
  </span>
)
