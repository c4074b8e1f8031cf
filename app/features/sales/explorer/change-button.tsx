import type { ComponentProps } from 'react'
import type { Change } from '#shared/sales/explorer/explorer-view.ts'
import { writeChange } from './explorer-query.ts'
import type { ChangeView } from './use-explorer-view.ts'

interface ChangeButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'name' | 'value' | 'onClick'> {
  makes: Change
  change: (change: Change) => void
}

/** Submits the form of the explorer with a change of the view. With script, makes the change alone. */
export const ChangeButton = ({ makes, change, ...props }: ChangeButtonProps) => (
  <button
    type="submit"
    name="set"
    value={writeChange(makes)}
    onClick={(event) => {
      event.preventDefault()
      change(makes)
    }}
    {...props}
  />
)

export const ClearButton = ({ change }: { change: ChangeView }) => (
  <ChangeButton form="explorer" makes={{ do: 'clear' }} change={change} className="link print:hidden">
    Clear search and filters
  </ChangeButton>
)
