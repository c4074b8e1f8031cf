import { platePath, registrationPath } from '#shared/urls.ts'

/** Our plates have a page with the price; any other registration has a page with facts and sales. */
export const plateLinkOf = ({ registration, isOurs }: { registration: string; isOurs: boolean }): string =>
  isOurs ? platePath(registration) : registrationPath(registration)
