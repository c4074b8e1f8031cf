import { onBehalfPath } from '#shared/urls.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'

/** For those who cannot say that they own the registration. */
export const OnBehalf = () => (
  <>
    An executor, or selling for somebody else?{' '}
    <TextLink to={onBehalfPath}>Ask for a valuation on their behalf</TextLink>.
  </>
)
