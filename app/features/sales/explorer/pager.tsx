import { useEffect, useRef } from 'react'
import {
  type Change,
  describeGroups,
  describeRange,
  type ExplorerPage,
  MAX_PAGES,
} from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { ChangeButton } from './change-button.tsx'
import type { ChangeView } from './use-explorer-view.ts'

export const NO_MATCH = 'No recorded sale matches.'
export const NARROW = 'These are the last that we list. Narrow the filters to see others.'

interface PagerProps {
  explorer: ExplorerName
  page: ExplorerPage
  search: string
  change: ChangeView
  /** One of the two pagers announces changes to screen readers. */
  isLive?: boolean
}

export function Pager({ explorer, page, search, change, isLive = false }: PagerProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)

  const turned = useRef(false)
  const groups = describeGroups(page, search)

  const turn = (turning: Change) => {
    turned.current = true
    change(turning)
  }

  // A pressed button that becomes disabled loses focus; the other one takes it.
  useEffect(() => {
    if (!turned.current) return
    turned.current = false
    if (page.page >= page.pages) previous.current?.focus({ preventScroll: true })
    else if (page.page <= 1) next.current?.focus({ preventScroll: true })
  }, [page.page, page.pages])

  return (
    <div
      className={`pager flex flex-wrap items-center justify-between gap-x-6 gap-y-2 ${isLive ? '' : 'print:hidden'}`}
    >
      <p className="tabular" role={isLive ? 'status' : undefined}>
        <span>{`${page.count === 0 ? `${NO_MATCH} ` : ''}${describeRange(page, search, explorer)}`}</span>
        {groups !== null && <span className="block text-quiet">{` ${groups}`}</span>}
        {page.page === MAX_PAGES && page.to < page.count && (
          <span className="block text-quiet">{` ${NARROW}`}</span>
        )}
      </p>
      {page.count > 0 && (
        <div className="flex grow items-center justify-between gap-2 sm:grow-0 print:grow-0">
          <ChangeButton
            ref={previous}
            form="explorer"
            makes={{ do: 'page', page: page.page - 1 }}
            change={turn}
            disabled={page.page <= 1}
            className="small-button print:hidden"
          >
            Previous
          </ChangeButton>
          <span className="tabular whitespace-nowrap text-quiet sm:px-1">
            {`Page ${page.page} of ${page.pages}`}
          </span>
          <ChangeButton
            ref={next}
            form="explorer"
            makes={{ do: 'page', page: page.page + 1 }}
            change={turn}
            disabled={page.page >= page.pages}
            className="small-button print:hidden"
          >
            Next
          </ChangeButton>
        </div>
      )}
    </div>
  )
}
