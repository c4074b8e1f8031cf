import { data, Link, redirect } from 'react-router'
import { listDeskArticles } from '#services/articles/article-store.ts'
import { editShipped } from '#services/articles/create-article.ts'
import { ArticleRefusal } from '#services/articles/refusal.ts'
import { londonDay } from '#services/london-time.ts'
import { SECTIONS } from '#shared/articles/article.ts'
import { plural } from '#shared/text/format.ts'
import { Table } from '#shared/ui/table.tsx'
import { actorOf, requirePerson } from '../../context.ts'
import { shortDay, shortMoment } from '../../ui/dates.ts'
import { DeskForm } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { ButtonLink, DoneNote, Page } from '../../ui/page.tsx'
import { NumberedPager } from '../../ui/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/index'
import { articleListPath, PAGE_SIZE, parseListView, TABS, type Tab } from './article-list.ts'
import { articleTools } from './article-tools.server.ts'
import stylesheet from './articles.css?url'
import { countFaults } from './count-faults.server.ts'
import { ARTICLE_STATUS_LABELS, SECTION_LABELS } from './words.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePerson(context)
  const { database, shipped } = await articleTools(context)
  const view = parseListView(url.searchParams)
  const all = await listDeskArticles(database)
  const onDesk = new Set(all.map(({ path }) => path))
  const shippedOnes = [...shipped.articles.values()]
    .filter(({ path }) => !onDesk.has(path))
    .sort((a, b) => b.published.localeCompare(a.published))
  const inTab = (status: Tab['status']) =>
    status === null ? all : all.filter((article) => article.status === status)
  const chosen = inTab(view.tab.status)
  const rows = chosen.slice((view.page - 1) * PAGE_SIZE, view.page * PAGE_SIZE)
  const faults = await countFaults(database, shipped, rows)
  const now = londonDay(new Date())
  return {
    view,
    tabs: TABS.map((tab) => ({
      to: articleListPath({ tab, page: 1 }),
      label: tab.label,
      isCurrent: tab === view.tab,
      count: (tab.status === 'shipped' ? shippedOnes : inTab(tab.status)).length,
    })),
    isEmpty: all.length === 0,
    pages: Math.max(1, Math.ceil(chosen.length / PAGE_SIZE)),
    articles: rows.map((article) => ({
      ...article,
      faults: faults[article.id] ?? 0,
      moment: shortMoment(article.latest.at, now),
      due: article.publishAt && shortMoment(article.publishAt, now),
    })),
    shipped: view.tab.status === 'shipped' ? shippedOnes : null,
    isRemoved: url.searchParams.get('done') === 'remove',
  }
}

/** Copies a shipped article to the desk. */
export async function action({ context, request }: Route.ActionArgs) {
  const { database, shipped } = await articleTools(context)
  const form = await request.formData()
  const section = SECTIONS.find((name) => name === textOf(form, 'section'))
  try {
    if (!section) throw new ArticleRefusal('There is no such section.')
    const chosen = { section, slug: textOf(form, 'slug'), actor: actorOf(context) }
    const { article } = await editShipped(database, shipped, chosen)
    return redirect(`/articles/${article.id}`)
  } catch (error) {
    if (!(error instanceof ArticleRefusal)) throw error
    return data({ message: error.message }, { status: 400 })
  }
}

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const { view, tabs, isEmpty, pages, articles, shipped, isRemoved } = loaderData
  return (
    <Page
      title="Articles"
      actions={
        <ButtonLink to="/articles/new" data-main>
          Write an article
        </ButtonLink>
      }
    >
      {actionData && <FormProblem>{actionData.message}</FormProblem>}
      {isRemoved && <DoneNote>The article has been removed.</DoneNote>}
      <Tabs label="Articles by state" tabs={tabs} />
      {shipped ? (
        <ShippedList articles={shipped} />
      ) : articles.length === 0 ? (
        <p className="remark">
          {isEmpty
            ? 'No articles have been written here yet. Those that came with the site are under “Built in”.'
            : 'None.'}
        </p>
      ) : (
        <ArticleTable articles={articles} />
      )}
      {!shipped && (
        <NumberedPager page={view.page} pages={pages} to={(page) => articleListPath({ ...view, page })} />
      )}
    </Page>
  )
}

/** As high as a finger needs. */
const TITLE_LINK = 'inline-flex min-h-10 items-center wrap-anywhere underline-offset-[0.2em] hover:underline'

type Row = Route.ComponentProps['loaderData']['articles'][number]

function ArticleTable({ articles }: { articles: readonly Row[] }) {
  return (
    <Table
      className="ledger ledger-plain article-table"
      columns={['Title', 'Section', 'State', 'Last saved']}
      rows={articles.map((article) => [
        <>
          <Link to={`/articles/${article.id}`} className={TITLE_LINK} data-row>
            {article.title}
          </Link>
          {article.faults > 0 && (
            <span className="waits ml-3 whitespace-nowrap text-aside">{plural(article.faults, 'fault')}</span>
          )}
        </>,
        SECTION_LABELS[article.section],
        <>
          <span>{`${ARTICLE_STATUS_LABELS[article.status]}${article.due ? `, ${article.due}` : ''}`}</span>
          {article.hasUnpublishedChanges && article.status === 'published' && (
            <span className="cell-aside">changed since</span>
          )}
        </>,
        <>
          <span>{`${article.moment} `}</span>
          <span className="cell-aside">{article.latest.person}</span>
        </>,
      ])}
    />
  )
}

function ShippedList({ articles }: { articles: NonNullable<Route.ComponentProps['loaderData']['shipped']> }) {
  return (
    <Table
      className="ledger ledger-plain article-table"
      columns={['Title', 'Section', 'Published', { name: 'Actions', isHidden: true }]}
      rows={articles.map(({ section, slug, path, title, published }) => [
        <a key={path} href={path} className={TITLE_LINK}>
          {title}
        </a>,
        SECTION_LABELS[section],
        shortDay(published),
        <DeskForm key={path} action="/articles" sends={{ section, slug }}>
          <button type="submit" className="row-action">
            Edit<span className="sr-only"> {title}</span>
          </button>
        </DeskForm>,
      ])}
    />
  )
}
