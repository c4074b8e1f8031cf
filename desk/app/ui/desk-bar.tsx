import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useFirm } from './use-root.ts'

const NAME = 'max-w-72 truncate font-serif text-[1.1875rem] leading-10 desk:flex-none'

interface DeskBarProps {
  /** The name of who is signed in. */
  person?: string | undefined
  children?: ReactNode
}

/** The bar at the top of every page. For somebody who is signed in, the name of the firm leads to Today. */
export function DeskBar({ person, children }: DeskBarProps) {
  const firm = useFirm()
  const name = (
    <>
      {firm} <span className="text-quiet">desk</span>
    </>
  )
  return (
    <header className="sticky top-0 z-10 flex min-h-12 items-center gap-6 border-line border-b bg-paper desk:px-6 px-4 text-row print:hidden">
      {person ? (
        <NavLink to="/" end className={NAME}>
          {name}
        </NavLink>
      ) : (
        <p className={NAME}>{name}</p>
      )}
      {children}
      {/* On a narrow phone the name would be truncated, which is useless. */}
      <p className="ml-auto truncate text-quiet max-[22.5rem]:invisible">{person}</p>
      <a href="/" className="link inline-flex min-h-10 items-center whitespace-nowrap">
        The site
      </a>
    </header>
  )
}
