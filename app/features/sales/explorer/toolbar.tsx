import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { useScrollLock } from '../../../shared/ui/use-scroll-lock.ts'
import { ClearButton } from './clear-button.tsx'
import {
  countActiveFilters,
  describeFilters,
  type ExplorerName,
  type ExplorerView,
  type Facets,
  WHOLE_VIEW,
} from './explorer-view.ts'
import { FilterPanels } from './filter-panels.tsx'
import { TEXTS } from './labels.ts'
import type { ChangeView } from './use-explorer-view.ts'

interface ToolbarProps {
  explorer: ExplorerName
  view: ExplorerView
  facets: Facets
  /** Sales that pass. */
  count: number
  thisYear: number
  revision: number
  change: ChangeView
}

/** Search and filters: one GET form, which the heads of the table and the pager submit, too, until script takes over. */
export function Toolbar({ explorer, view, facets, count, thisYear, revision, change }: ToolbarProps) {
  const { path, question, placeholder } = TEXTS[explorer]
  const onSubmit = (event: FormEvent) => event.preventDefault()
  return (
    <search>
      <form id="explorer" method="get" action={path} onSubmit={onSubmit}>
        {(view.sort !== WHOLE_VIEW.sort || !view.isDescending) && (
          <input type="hidden" name="sort" value={view.isDescending ? view.sort : `${view.sort}.asc`} />
        )}
        <label htmlFor="sale-search" className="subheading block">
          {question}
        </label>
        <div className="mt-3 flex flex-wrap gap-3">
          <input
            id="sale-search"
            type="search"
            name="q"
            maxLength={40}
            value={view.search}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            className="sale-field sale-search"
            onChange={(event) => change({ do: 'search', text: event.currentTarget.value }, true)}
          />
          {/* The first button of a form is what Enter presses. */}
          <button type="submit" className="button unscripted">
            Search
          </button>
          {explorer === 'uk' && (
            <Filters
              view={view}
              facets={facets}
              count={count}
              thisYear={thisYear}
              revision={revision}
              change={change}
            />
          )}
        </div>
      </form>
    </search>
  )
}

const PHONE = '(width < 48rem)'

/** The collapsible panel: in the page on a desk, a sheet above it on a phone, and always open without script. */
function Filters({ view, facets, count, thisYear, revision, change }: Omit<ToolbarProps, 'explorer'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useScrollLock(dialog)
  const active = countActiveFilters(view)
  const { seller, category, type, yearFrom, yearTo } = view
  /** Search, sort and page change nothing in the panels, and are left out so that they need not be drawn again. */
  const filters = useMemo(
    () => ({ ...WHOLE_VIEW, seller, category, type, yearFrom, yearTo }),
    [seller, category, type, yearFrom, yearTo],
  )

  const open = () => {
    if (matchMedia(PHONE).matches) dialog.current?.showModal()
    else dialog.current?.setAttribute('open', '') // show() would take the focus away from the button
    setOpen(true)
  }

  // A sheet that is turned into a desk's panel, or the other way round, is closed rather than left between the two.
  useEffect(() => {
    const media = matchMedia(PHONE)
    const close = () => dialog.current?.close()
    media.addEventListener('change', close)
    return () => media.removeEventListener('change', close)
  }, [])

  return (
    <>
      <button
        type="button"
        className="button button-quiet scripted filters-button"
        aria-expanded={isOpen}
        aria-controls="filters"
        onClick={() => (isOpen ? dialog.current?.close() : open())}
      >
        <span>
          Filters
          <span className="filters-wide tabular"> ({describeFilters(view, facets)})</span>
          <span className="filters-narrow tabular"> ({active})</span>
        </span>
        <svg viewBox="0 0 12 12" className="filters-mark" aria-hidden="true">
          <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself; this is the click beside it */}
      <dialog
        ref={dialog}
        id="filters"
        className="filters"
        aria-label="Filters"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className="filters-sheet">
          <div className="filters-head scripted">
            <h2 className="subheading">Filters</h2>
            <button type="button" className="small-button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <FilterPanels
            view={filters}
            facets={facets}
            thisYear={thisYear}
            revision={revision}
            change={change}
          />
          <div className="filters-foot">
            <button type="submit" className="button unscripted">
              Apply filters
            </button>
            <ClearButton change={change} />
            <button
              type="button"
              className="button filters-show scripted"
              onClick={() => dialog.current?.close()}
            >
              Show {formatNumber(count)} {count === 1 ? 'sale' : 'sales'}
            </button>
          </div>
        </div>
      </dialog>
    </>
  )
}
