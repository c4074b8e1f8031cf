import { Link } from 'react-router'
import { formatNumber } from '#shared/text/format.ts'

interface Tab {
  to: string
  label: string
  isCurrent: boolean
  count?: number | undefined
  /** The number of items that wait for someone. */
  isWaiting?: boolean
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  preventScrollReset?: boolean
}

/** Tabs of a list, each with an address; on a phone they scroll sideways. */
export function Tabs({ label, tabs, preventScrollReset = false }: TabsProps) {
  return (
    <nav
      aria-label={label}
      className="desk-tabs mb-3 flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none] print:hidden"
    >
      {tabs.map(({ to, label: text, isCurrent, count, isWaiting = false }) => (
        <Link
          key={to}
          to={to}
          className="tab-link gap-1.5 text-row first:-ml-2.5"
          aria-current={isCurrent ? 'page' : undefined}
          preventScrollReset={preventScrollReset}
        >
          {text}{' '}
          {count !== undefined && (
            <span className={`text-aside tabular-nums ${isWaiting ? 'waits' : 'text-quiet'}`}>
              {formatNumber(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
