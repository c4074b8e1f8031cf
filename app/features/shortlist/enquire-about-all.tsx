import { enquiryPath } from '#shared/urls.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'

export function EnquireAboutAll({ registrations }: { registrations: readonly string[] }) {
  const { length } = registrations
  return (
    <ButtonLink to={enquiryPath(...registrations)}>
      {length === 1 ? 'Enquire about this plate' : `Enquire about all ${length}`}
    </ButtonLink>
  )
}
