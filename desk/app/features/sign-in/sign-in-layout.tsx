import type { ReactNode } from 'react'
import { DeskBar } from '../../ui/desk-bar.tsx'
import { useFirm } from '../../ui/use-root.ts'

/** The layout of the pages before sign-in. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  const firm = useFirm()
  return (
    <>
      <DeskBar />
      <main id="content" className="desk-page porch" tabIndex={-1}>
        <title>{`${title} | ${firm} desk`}</title>
        <h1 className="font-serif text-[1.75rem] leading-[1.15] tracking-[-0.015em]">{title}</h1>
        {children}
      </main>
    </>
  )
}
