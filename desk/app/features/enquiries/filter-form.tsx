import { Form } from 'react-router'
import type { EnquiryFilter } from '#services/enquiries/enquiry-filter.ts'

interface FilterFormProps {
  filter: EnquiryFilter
  people: { id: string; name: string }[]
  months: { value: string; label: string }[]
}

/** A GET form: the filter is in the address. */
export function FilterForm({ filter, people, months }: FilterFormProps) {
  return (
    <Form method="get" action="/enquiries" role="search" aria-label="Enquiries" className="enquiry-filter">
      {filter.status !== 'new' && <input type="hidden" name="status" value={filter.status} />}
      <div className="desk-field enquiry-search">
        <label htmlFor="q">Name, address, registration or text</label>
        <input
          id="q"
          name="q"
          type="search"
          className="desk-input"
          defaultValue={filter.search}
          maxLength={100}
          data-shortcut="search"
        />
      </div>
      <div className="desk-field">
        <label htmlFor="owner">Owner</label>
        <select id="owner" name="owner" className="desk-input" defaultValue={filter.owner ?? ''}>
          <option value="">Anyone</option>
          <option value="nobody">Nobody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="desk-field">
        <label htmlFor="month">Month</label>
        <select id="month" name="month" className="desk-input" defaultValue={filter.month ?? ''}>
          <option value="">Any</option>
          {months.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="desk-field">
        <label htmlFor="order">Order</label>
        <select id="order" name="order" className="desk-input" defaultValue={filter.order}>
          <option value="oldest">Oldest first</option>
          <option value="newest">Newest first</option>
        </select>
      </div>
      <button type="submit" className="button-small">
        Show
      </button>
    </Form>
  )
}
