import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { TitledSection, type TitledSectionProps } from '#shared/ui/titled-section.tsx'
import { useFirm } from './use-root.ts'

interface PageProps {
  title: string
  /** The actions at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The heading of a page, and the title of its document. */
export function PageTitle({ children }: { children: string }) {
  const firm = useFirm()
  return (
    <>
      <title>{`${children} | ${firm} desk`}</title>
      <h1 className="font-serif text-[1.75rem] leading-[1.15] tracking-[-0.015em]">{children}</h1>
    </>
  )
}

/** The layout of one page of the desk. */
export const Page = ({ title, actions, children }: PageProps) => (
  <main id="content" className="desk-page" tabIndex={-1}>
    <div className="mb-4 flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <PageTitle>{title}</PageTitle>
      {actions && <div className="desk-actions">{actions}</div>}
    </div>
    {children}
  </main>
)

const BACK = { '/account': 'Back to your account', '/people': 'Back to People' }

interface SubPageProps extends PageProps {
  /** The page that leads to it. */
  of: keyof typeof BACK
}

/** A page below that of the account or of the people, in one narrow column. */
export const SubPage = ({ of, children, ...page }: SubPageProps) => (
  <Page {...page}>
    <div className="account">
      {children}
      <p>
        <TextLink to={of}>{BACK[of]}</TextLink>
      </p>
    </div>
  </Page>
)

/** Says at the top of a page what has just been done; renders nothing without a text. */
export function DoneNote({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="desk-note mb-4" role="status">
      {children}
    </p>
  )
}

export const Section = (props: Omit<TitledSectionProps, 'size'>) => (
  <TitledSection size="desk-subtitle" {...props} />
)

/** A link in running text. */
export const TextLink = (props: Omit<LinkProps, 'className'>) => <Link className="link" {...props} />

/** A link that looks like a button. */
export const ButtonLink = (props: Omit<LinkProps, 'className'>) => (
  <Link className="button-small" {...props} />
)
