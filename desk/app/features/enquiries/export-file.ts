import { Readable } from 'node:stream'
import { data, redirect } from 'react-router'
import { exportMonth } from '#services/enquiries/export-enquiries.ts'
import { isMonth } from '#services/london-time.ts'
import { actorOf, deskContext, requireFreshSecondFactor } from '../../context.ts'
import type { Route } from './+types/export-file'

/** The form of the page downloads the file. */
export const loader = () => redirect('/enquiries/export')

export async function action({ context, request, url }: Route.ActionArgs) {
  requireFreshSecondFactor(context, url)
  const month = String((await request.formData()).get('month'))
  if (!isMonth(month)) throw data(null, 400)
  const lines = exportMonth(context.get(deskContext).database, month, actorOf(context))
  return new Response(Readable.toWeb(Readable.from(encoded(lines))) as ReadableStream, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="enquiries-${month}.csv"`,
    },
  })
}

async function* encoded(lines: AsyncIterable<string>) {
  for await (const line of lines) yield Buffer.from(line)
}
