import { redirect } from 'react-router'
import { jsonResponse } from '#shared/text/text-response.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/answer-json'
import { findJsonPath } from './find-answer.ts'
import { parseFindView } from './find-view.ts'
import { leadRegistration } from './lead.ts'
import { readAnswer } from './read-answer.server.ts'

/** The results for a name in the home page's search. Each name and budget has one URL; others redirect to it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { search, ...budget } = parseFindView(url.searchParams)
  const lead = leadRegistration(search)
  if (lead.name === null) return json({ error: 'Give a name, a word, initials or a number as q.' }, 400)
  const canonical = findJsonPath(lead.name.shown, budget)
  if (url.pathname + url.search !== canonical) return redirect(canonical, 301)
  return json(await readAnswer(lead, budget, context.get(siteContext)))
}

const json = (body: object, status = 200) =>
  jsonResponse(JSON.stringify(body), status, { 'X-Robots-Tag': 'noindex' })
