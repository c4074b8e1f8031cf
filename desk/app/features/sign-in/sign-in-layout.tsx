import type { ReactNode } from 'react'
import { useFirm } from '../../ui/firm.ts'

/** The layout of the pages before sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  const firm = useFirm()
  return (
    <>
      <header className="desk-bar">
        <p className="desk-name">
          {firm} <span className="text-quiet">desk</span>
        </p>
        <a href="/" className="link ml-auto inline-flex min-h-10 items-center whitespace-nowrap">
          The site
        </a>
      </header>
      <main id="content" className="desk-page porch" tabIndex={-1}>
        <title>{`${title} | ${firm} desk`}</title>
        <h1 className="desk-title">{title}</h1>
        {children}
      </main>
    </>
  )
}
