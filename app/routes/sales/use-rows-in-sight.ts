import { useCallback, useRef, useState } from 'react'
import { PAGE_SIZE } from '../../domain/explorer-view.ts'
import type { ChangeView } from './use-explorer-view.ts'

/** How many rows of the table there are down to the foot of the screen, told anew before every change of the view. */
export function useRowsInSight(change: ChangeView) {
  const table = useRef<HTMLTableElement>(null)
  const [inSight, setInSight] = useState(PAGE_SIZE)
  const changeInSight: ChangeView = useCallback(
    (...asked) => {
      const rows = table.current?.tBodies[0]
      const height = rows?.rows[0]?.offsetHeight
      if (rows && height) setInSight(Math.ceil((innerHeight - rows.getBoundingClientRect().top) / height) + 1)
      change(...asked)
    },
    [change],
  )
  return { table, inSight: Math.max(1, inSight), change: changeInSight }
}
