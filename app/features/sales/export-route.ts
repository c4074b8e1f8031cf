import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '../../context.ts'
import { answerFile } from './export.server.ts'

/** The four files: either explorer, as CSV and as JSON. */
export function loader({ context, url }: LoaderFunctionArgs) {
  const explorer = url.pathname.startsWith('/jersey/') ? 'jersey' : 'uk'
  const ending = url.pathname.endsWith('.csv') ? 'csv' : 'json'
  return answerFile(explorer, ending, context.get(siteContext), url)
}
