import { monthOf } from '#services/london-time.ts'
import { deskContext, requireFreshSecondFactor } from '../../context.ts'
import { recentMonths } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/export'

export function loader({ context, url }: Route.LoaderArgs) {
  requireFreshSecondFactor(context, url)
  const { privateSettings } = context.get(deskContext)
  return { months: recentMonths(monthOf(new Date()), privateSettings.retentionMonths) }
}

export default function ExportEnquiries({ loaderData: { months } }: Route.ComponentProps) {
  return (
    <Page title="Export a month">
      <div className="max-w-reading">
        <p>
          One month’s enquiries as a CSV file for a spreadsheet. It contains visitors’ names, addresses and
          messages: keep it private, and delete it when you have finished with it.
        </p>
        {/* A document request, so that the browser saves the file. */}
        <DeskForm action="/enquiries/export/file" reloadDocument className="mt-4">
          <div className="max-w-64">
            <SelectField label="Month" name="month" options={months} />
          </div>
          <p className="mt-4 flex flex-wrap items-center gap-4">
            <SubmitButton data-main>Download</SubmitButton>
            <TextLink to="/enquiries">All enquiries</TextLink>
          </p>
        </DeskForm>
      </div>
    </Page>
  )
}
