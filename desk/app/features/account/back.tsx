import { TextLink } from '../../ui/page.tsx'

export function BackToAccount() {
  return (
    <p>
      <TextLink to="/account">Back to your account</TextLink>
    </p>
  )
}
