import { Form } from 'react-router'
import type { EnquiryFilter } from '#services/enquiries/enquiry-filter.ts'
import { SubmitButton } from '../../ui/desk-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

interface FilterFormProps {
  filter: EnquiryFilter
  people: { id: string; name: string }[]
  months: [month: string, label: string][]
}

/** A GET form: the filter is in the address. */
export function FilterForm({ filter, people, months }: FilterFormProps) {
  return (
    <Form
      method="get"
      action="/enquiries"
      role="search"
      aria-label="Enquiries"
      className="grid desk:grid-cols-[minmax(16rem,1fr)_11rem_11rem_10rem_auto] grid-cols-2 items-end gap-3 [&_select]:px-1"
    >
      {filter.status !== 'new' && <input type="hidden" name="status" value={filter.status} />}
      <div className="col-span-full desk:col-auto">
        <TextField
          label="Name, address, registration or text"
          name="q"
          type="search"
          defaultValue={filter.search}
          maxLength={100}
          data-shortcut="search"
        />
      </div>
      <SelectField
        label="Owner"
        name="owner"
        defaultValue={filter.owner ?? ''}
        options={[['', 'Anyone'], ['nobody', 'Nobody'], ...people.map(({ id, name }) => [id, name] as const)]}
      />
      <SelectField
        label="Month"
        name="month"
        defaultValue={filter.month ?? ''}
        options={[['', 'Any'], ...months]}
      />
      <SelectField
        label="Order"
        name="order"
        defaultValue={filter.order}
        options={{ oldest: 'Oldest first', newest: 'Newest first' }}
      />
      <SubmitButton>Show</SubmitButton>
    </Form>
  )
}
