import { platePath, registrationPath } from '../../../../app/urls.ts'

/** Ours has a page with its price; of any other there is a page with what is known of it. */
export const plateLinkOf = ({ registration, isOurs }: { registration: string; isOurs: boolean }): string =>
  isOurs ? platePath(registration) : registrationPath(registration)
