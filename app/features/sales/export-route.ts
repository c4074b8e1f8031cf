import type { LoaderFunctionArgs } from 'react-router'
import { siteContext } from '../../context.ts'
import { explorerAt } from './explorer/labels.ts'
import { exportSales } from './export.server.ts'

export function loader({ context, url }: LoaderFunctionArgs) {
  const kind = url.pathname.endsWith('.csv') ? 'csv' : 'json'
  return exportSales(explorerAt(url.pathname), kind, context.get(siteContext), url)
}
