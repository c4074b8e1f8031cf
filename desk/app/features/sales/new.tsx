import { redirect } from 'react-router'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { addSale, openWarnings } from '#services/sales/change-sale.ts'
import { findBatchSale } from '#services/sales/stored-sales.ts'
import { EXPLORERS, parseExplorer } from '#shared/sales/explorers.ts'
import { readFacets } from '#shared/sales/sales-query.ts'
import { actorOf, deskContext } from '../../context.ts'
import { SubmitButton } from '../../ui/desk-form.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import { readDone } from '../stock/done.server.ts'
import { DoneNote } from '../stock/note.tsx'
import { RegistrationField } from '../stock/registration-field.tsx'
import type { Route } from './+types/new'
import { LogPreview } from './beside.tsx'
import { type Checked, checkSale } from './check.server.ts'
import { CheckedForm } from './checked-form.tsx'
import { saleFields } from './sale-fields.server.ts'
import { SaleFields } from './sale-fields.tsx'
import { CONFIRM, typedSaleOf } from './sale-form.ts'
import { explorerTabs, newSalePath, salesListPath } from './sales-view.ts'

export { revalidatesUnlessChecked as shouldRevalidate } from './checked-form.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { client, database } = context.get(deskContext)
  const explorer = parseExplorer(url.searchParams.get('explorer'))
  const [facets, done] = await Promise.all([
    readFacets(client, explorer),
    readDone(database, url.searchParams.get('done')),
  ])
  return {
    explorer: EXPLORERS[explorer],
    fields: saleFields(EXPLORERS[explorer], null),
    tabs: explorerTabs(explorer, newSalePath),
    sellers: facets.seller.map(({ value }) => value),
    done,
    // The id of the new sale, so that sending the form twice adds one sale.
    batch: crypto.randomUUID(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const explorer = parseExplorer(textOf(form, 'explorer'))
  const batch = textOf(form, 'batch')
  const typed = typedSaleOf(form)
  const after = async () => {
    const saleId = await findBatchSale(database, batch)
    if (!saleId) return null
    return redirect(
      withDone(textOf(form, 'then') === 'another' ? newSalePath(explorer) : `/sales/${saleId}`, batch),
    )
  }
  const sentBefore = await after()
  if (sentBefore) return sentBefore
  const { checked, fields, row } = await checkSale(context.get(deskContext), explorer, null, typed)
  const answer = (message: string | null, status = 400) =>
    answerForm(form, { message, fields }, status, { checked })
  if (textOf(form, 'then') === 'check') return answer(null, 200)
  if (!row) return answer(checked.problem)
  try {
    if (openWarnings(checked.findings, typed.confirmed).length > 0) return answer(CONFIRM)
    await addSale(database, { explorer, row, actor: actorOf(context), batch })
  } catch (error) {
    const made = await after()
    if (made) return made
    if (error instanceof ChangeRefusal) return answer(error.message)
    throw error
  }
  return (await after()) ?? redirect(newSalePath(explorer))
}

export default function NewSale({ loaderData, actionData }: Route.ComponentProps) {
  const { explorer, fields, tabs, sellers, done, batch } = loaderData
  return (
    <Page title="Record a sale">
      <Tabs label="Explorers" tabs={tabs} />
      <CheckedForm
        key={`${explorer.name} ${done?.batch}`}
        draft={`sale new ${explorer.name}`}
        action={newSalePath(explorer.name)}
        sends={{ explorer: explorer.name, batch }}
        answer={actionData}
        first={EMPTY}
        buttons={
          <>
            <SubmitButton data-main>Record</SubmitButton>
            <SubmitButton name="then" value="another">
              Record and add another
            </SubmitButton>
            <SubmitButton name="then" value="check" formNoValidate>
              Check
            </SubmitButton>
            <ButtonLink to={salesListPath(explorer.name)}>Cancel</ButtonLink>
          </>
        }
        log={() => (
          <LogPreview none="Nothing: a new sale is not a correction. The explorers show it at once." />
        )}
      >
        <RegistrationField name="plate_number" jurisdiction={explorer.home?.jurisdiction} />
        <SaleFields fields={fields} sellers={sellers} />
      </CheckedForm>
      <DoneNote done={done} back={newSalePath(explorer.name)} />
    </Page>
  )
}

const EMPTY: Checked = {
  account: {
    bills: [],
    why: 'The fees appear here once you enter the hammer price, the seller and the month.',
  },
  findings: [],
  log: null,
  problem: null,
}
