import { writeChange } from './explorer-query.ts'
import type { ChangeView } from './use-explorer-view.ts'

export function ClearButton({ change }: { change: ChangeView }) {
  return (
    <button
      type="submit"
      form="explorer"
      name="set"
      value={writeChange({ do: 'clear' })}
      className="link print:hidden"
      onClick={(event) => {
        event.preventDefault()
        change({ do: 'clear' })
      }}
    >
      Clear search and filters
    </button>
  )
}
