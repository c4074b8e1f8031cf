import { STATEMENT_PAGES, statementsOf } from '#shared/text/statement-pages.ts'
import prose from '#shared/ui/prose.css?url'
import { Statements } from '#shared/ui/statements.tsx'
import { deskContext, orNotFound } from '../../context.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/statement-preview'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: prose }]

export function loader({ context, params }: Route.LoaderArgs) {
  const page = orNotFound(STATEMENT_PAGES.find(({ id }) => id === params.page))
  const { id, path, title } = page
  return { id, path, title, statements: statementsOf(page, context.get(deskContext).privateSettings) }
}

/** A page of statements as visitors will read it, for people at the desk alone. */
export default function StatementPreview({ loaderData }: Route.ComponentProps) {
  const { id, path, title, statements } = loaderData
  const isWritten = statements.every(({ text }) => text !== null)
  return (
    <Page title={title}>
      <p className="desk-note mb-8">
        {isWritten ? (
          <>
            Visitors read this at{' '}
            <a className="link" href={path}>
              {path}
            </a>
            .
          </>
        ) : (
          'A preview: visitors cannot see this page until all of it is written.'
        )}{' '}
        <TextLink to={`/firm/${id}`}>Change it</TextLink>
      </p>
      <div className="prose wrap-anywhere max-w-3xl whitespace-pre-line">
        <Statements statements={statements} />
      </div>
    </Page>
  )
}
