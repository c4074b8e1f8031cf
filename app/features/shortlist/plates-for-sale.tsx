import type { ReactNode } from 'react'
import { enquiryPath } from '#shared/urls.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { ComparisonTable, type ComparisonTableProps } from './comparison-table.tsx'
import { SendList } from './send-list.tsx'

/** The plates of a list that can be bought. `children`: what else can be done with all of them. */
export function PlatesForSale({ plates, action, children }: ComparisonTableProps & { children?: ReactNode }) {
  const registrations = plates.map(({ registration }) => registration)
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ButtonLink to={enquiryPath(...registrations)}>
          {plates.length === 1 ? 'Enquire about this plate' : `Enquire about all ${plates.length}`}
        </ButtonLink>
        {children}
        <SendList registrations={registrations} />
      </div>
      <ComparisonTable plates={plates} action={action} />
    </>
  )
}
