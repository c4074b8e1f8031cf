import { useEffect, useRef } from 'react'
import {
  describeGroups,
  describeRange,
  type ExplorerPage,
  MAX_PAGES,
} from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { writeChange } from './explorer-query.ts'
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

  const turn = (to: number) => {
    turned.current = true
    change({ do: 'page', page: to })
  }

  // A pressed button that becomes disabled loses focus; the other one takes it.
  useEffect(() => {
    if (!turned.current) return
    turned.current = false
    if (page.page >= page.pages) previous.current?.focus({ preventScroll: true })
    else if (page.page <= 1) next.current?.focus({ preventScroll: true })
  }, [page.page, page.pages])

  return (
    <div className={isLive ? 'pager' : 'pager print:hidden'}>
      <p className="tabular" role={isLive ? 'status' : undefined}>
        <span>{page.count === 0 ? NO_MATCH : describeRange(page, search, explorer)}</span>
        {groups !== null && <span className="block text-quiet">{` ${groups}`}</span>}
        {page.page === MAX_PAGES && page.to < page.count && (
          <span className="block text-quiet">{` ${NARROW}`}</span>
        )}
      </p>
      {page.count > 0 && (
        <div className="flex grow items-center justify-between gap-2 sm:grow-0 print:grow-0">
          <PageButton ref={previous} to={page.page - 1} isDisabled={page.page <= 1} turn={turn}>
            Previous
          </PageButton>
          <span className="tabular whitespace-nowrap text-quiet sm:px-1">
            {`Page ${page.page} of ${page.pages}`}
          </span>
          <PageButton ref={next} to={page.page + 1} isDisabled={page.page >= page.pages} turn={turn}>
            Next
          </PageButton>
        </div>
      )}
    </div>
  )
}

interface PageButtonProps {
  ref: React.Ref<HTMLButtonElement>
  to: number
  isDisabled: boolean
  turn: (to: number) => void
  children: string
}

function PageButton({ ref, to, isDisabled, turn, children }: PageButtonProps) {
  return (
    <button
      ref={ref}
      type="submit"
      form="explorer"
      name="set"
      value={writeChange({ do: 'page', page: to })}
      disabled={isDisabled}
      className="small-button print:hidden"
      onClick={(event) => {
        event.preventDefault()
        turn(to)
      }}
    >
      {children}
    </button>
  )
}
