import type { ReactNode } from 'react'
import { DeskBar } from '../../ui/desk-bar.tsx'
import { PageTitle } from '../../ui/page.tsx'

/** The layout of the pages before sign-in. */
export const SignInLayout = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <DeskBar />
    <main id="content" className="desk-page porch" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      {children}
    </main>
  </>
)
