import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { ClearSearch } from '#app/shared/ui/clear-search.tsx'
import { useScrollLock } from '#app/shared/ui/use-scroll-lock.ts'
import { type ExplorerView, type Facets, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { countActiveFilters, describeFilters } from '#shared/sales/explorer/explorer-view.ts'
import type { CountsBeside } from '#shared/sales/explorer/facets.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { plural } from '#shared/text/format.ts'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { ClearButton } from './change-button.tsx'
import { selectionQuery } from './explorer-query.ts'
import { FilterPanels } from './filter-panels.tsx'
import type { ChangeView } from './use-explorer-view.ts'

interface ToolbarProps {
  explorer: ExplorerName
  view: ExplorerView
  facets: Facets
  /** Beside the values of the filters. */
  counts: CountsBeside
  count: number
  thisYear: number
  revision: number
  change: ChangeView
}

/** Without JavaScript, the column heads and the pager submit this form as well. */
export function Toolbar({ explorer, view, facets, counts, count, thisYear, revision, change }: ToolbarProps) {
  const { path, question, placeholder, hasPanels } = EXPLORERS[explorer]
  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)
  const onSubmit = (event: FormEvent) => event.preventDefault()
  return (
    <search>
      <form ref={form} id="explorer" method="get" action={path} noValidate onSubmit={onSubmit}>
        {(view.sort !== WHOLE_VIEW.sort || !view.isDescending) && (
          <input type="hidden" name="sort" value={view.isDescending ? view.sort : `${view.sort}.asc`} />
        )}
        <label htmlFor="sale-search" className="subheading block">
          {question}
        </label>
        <div className="mt-3 flex flex-wrap gap-3">
          <span className="clearable sale-search">
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
              className="toolbar-input sale-field"
              onChange={(event) => change({ do: 'search', text: event.currentTarget.value }, true)}
            />
            <ClearSearch />
          </span>
          {/* Enter submits with the first button of a form. */}
          <button type="submit" className="button unscripted">
            Search
          </button>
          {hasPanels && (
            <Filters
              view={view}
              facets={facets}
              counts={counts}
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

/** A panel on desktop, a modal sheet on a phone, always open without JavaScript. */
function Filters({
  view,
  facets,
  counts,
  count,
  thisYear,
  revision,
  change,
}: Omit<ToolbarProps, 'explorer'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useScrollLock(dialog)
  const active = countActiveFilters(view, facets)
  const panelQuery = selectionQuery({ ...view, search: '' }, facets)
  // biome-ignore lint/correctness/useExhaustiveDependencies: search, sort and page change nothing in the panels
  const filters = useMemo(() => view, [panelQuery, facets])

  const open = () => {
    if (matchMedia(PHONE).matches) dialog.current?.showModal()
    else dialog.current?.setAttribute('open', '') // show() would move the focus
    setOpen(true)
  }

  // A modal sheet cannot become a panel: close it when the layout changes.
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
          <span className="filters-wide tabular max-lg:hidden">{` (${describeFilters(view, facets)})`}</span>
          <span className="tabular lg:hidden">{` (${active})`}</span>
        </span>
        <svg viewBox="0 0 12 12" className="filters-mark" aria-hidden="true">
          <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself; this is a click on its backdrop */}
      <dialog
        ref={dialog}
        id="filters"
        className="filters"
        aria-label="Filters"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div className="p-5">
          <div className="filters-head scripted">
            <h2 className="subheading">Filters</h2>
            <button type="button" className="small-button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <FilterPanels
            view={filters}
            facets={facets}
            counts={counts}
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
              {`Show ${plural(count, 'sale')}`}
            </button>
          </div>
        </div>
      </dialog>
    </>
  )
}
