import { parseExplorer } from '#shared/sales/explorers.ts'
import { deskContext } from '../../context.ts'
import { textOf } from '../../ui/text-of.ts'
import type { Route } from './+types/check'
import { checkSale, requireSale } from './check.server.ts'
import { typedSaleOf } from './sale-form.ts'

/** The endpoint for checking forms about sales while they are typed. Writes nothing. */
export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const id = textOf(form, 'id')
  const { explorer, sale } = id
    ? await requireSale(database, id)
    : { explorer: parseExplorer(textOf(form, 'explorer')), sale: null }
  return (await checkSale(context.get(deskContext), explorer, sale, typedSaleOf(form))).checked
}

export const loader = () => new Response(null, { status: 404 })
