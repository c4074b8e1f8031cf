import { Link } from 'react-router'
import { enquiryPath } from '#shared/urls.ts'

export function EnquireAboutAll({ registrations }: { registrations: readonly string[] }) {
  const { length } = registrations
  return (
    <Link prefetch="intent" to={enquiryPath(...registrations)} className="button">
      {length === 1 ? 'Enquire about this plate' : `Enquire about all ${length}`}
    </Link>
  )
}
