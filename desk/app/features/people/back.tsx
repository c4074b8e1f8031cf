import { TextLink } from '../../ui/page.tsx'

export function BackToPeople() {
  return (
    <p>
      <TextLink to="/people">Back to People</TextLink>
    </p>
  )
}
