import { NavLink } from 'react-router'
import type { Role } from '#services/people/types.ts'

interface NavigationItem {
  path: string
  label: string
  /** Whether it is in the navigation bar of a phone. */
  isMain: boolean
  /** Whether it is in the navigation bar of a tablet, beside the main pages. */
  isOften?: boolean
  isForOwners?: boolean
  /** The shortcut key after `g`. */
  key?: string
}

export const NAVIGATION: readonly NavigationItem[] = [
  { path: '/', label: 'Today', isMain: true, key: 't' },
  { path: '/enquiries', label: 'Enquiries', isMain: true, key: 'e' },
  { path: '/stock', label: 'Stock', isMain: true, key: 's' },
  { path: '/sales', label: 'Sales', isMain: false, isOften: true, key: 'l' },
  { path: '/articles', label: 'Articles', isMain: false, isOften: true, key: 'w' },
  { path: '/import', label: 'Import', isMain: true, key: 'i' },
  { path: '/changes', label: 'Changes', isMain: false, key: 'c' },
  { path: '/pictures', label: 'Pictures', isMain: false },
  { path: '/numbers', label: 'Numbers', isMain: false, key: 'n' },
  { path: '/firm', label: 'Firm', isMain: false, key: 'f' },
  { path: '/people', label: 'People', isMain: false, isForOwners: true, key: 'p' },
  { path: '/account', label: 'Your account', isMain: false, key: 'a' },
]

/** The pages of the navigation that a person with this role may open. */
export const pagesFor = (role: Role | undefined) =>
  NAVIGATION.filter(({ isForOwners }) => role === 'owner' || !isForOwners)

export const MORE: NavigationItem = { path: '/more', label: 'More', isMain: true }

export function NavigationLink({ page }: { page: NavigationItem }) {
  return (
    <NavLink
      to={page.path}
      end={page.path === '/'}
      className="tab-link"
      data-often={page.isMain || page.isOften || undefined}
    >
      {page.label}
    </NavLink>
  )
}
