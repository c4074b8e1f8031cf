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
      // What stands beneath moves once the hands rest, not with every key.
      if (table.current) table.current.style.minHeight = `${table.current.offsetHeight}px`
      const height = rows?.rows[0]?.offsetHeight
      if (rows && height) setInSight(Math.ceil((innerHeight - rows.getBoundingClientRect().top) / height) + 1)
      change(...asked)
    },
    [change],
  )
  const release = useCallback(() => {
    if (table.current) table.current.style.minHeight = ''
  }, [])
  return { table, release, inSight: Math.max(1, inSight), change: changeInSight }
}
